// fastify + maxmind on Node, answering the fields of the file: `node fastify.cjs FILE PORT`.
const fastify = require("fastify");
const maxmind = require("maxmind");

void (async () => {
  const [file, port] = process.argv.slice(2);
  const reader = await maxmind.open(file);
  const app = fastify();
  app.get("/v1/ip/:ip", async (request, reply) => {
    const { ip } = request.params;
    if (!maxmind.validate(ip)) return reply.code(400).send({ error: "invalid-ip" });
    const [record, prefix] = reader.getWithPrefixLength(ip);
    return {
      ip,
      ipType: 4,
      code: record === null ? "unknown" : "geoip",
      countryCode: record?.country_code ?? "",
      regionName: record?.state1 ?? "",
      city: record?.city ?? "",
      postCode: record?.postcode ?? "",
      timeZone: record?.timezone ?? "",
      latitude: record?.latitude,
      longitude: record?.longitude,
      network: prefix,
    };
  });
  await app.listen({ port: Number(port), host: "127.0.0.1" });
})();
