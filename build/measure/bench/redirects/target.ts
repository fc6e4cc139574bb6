/** Target of the benchmark of redirect maps, in its own process so that its CPU time is not counted. */

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const { pathname } = new URL(url);
    return pathname.startsWith("/old")
      ? new Response(null, { status: 301, headers: { Location: `/new${pathname.slice(4)}` } })
      : new Response("");
  },
});
console.log(server.port);
