-- Random public IPv4 addresses, the same sequence in every run.
local addresses = {}
local threads = 0
local file = os.getenv("ADDRESSES")
for line in io.lines(file) do addresses[#addresses + 1] = "/v1/ip/" .. line end
local at = 0
request = function()
  at = at % #addresses + 1
  return wrk.format("GET", addresses[at])
end
