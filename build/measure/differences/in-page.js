// Runs in pages of the browser: the actions of a case and their results.

globalThis.inPage = {
  /** Arguments of the calls of `M` by scripts of a case's page. */
  ran: [],

  /** Whether each URL can be fetched without CORS, one after the other. */
  async fetchAll(urls, options = {}) {
    const went = [];
    for (const url of urls)
      went.push(
        await fetch(url, { mode: "no-cors", ...options }).then(
          () => true,
          () => false,
        ),
      );
    return went;
  },

  /** Names of the readable fields of a CORS response; null if it fails. */
  readableNames(url, { method, credentials, fields }) {
    const body = /^(?:get|head)$/i.test(method) ? undefined : new Uint8Array(1);
    return fetch(url, { method, credentials, headers: fields, body }).then(
      ({ headers }) => [...headers.keys()],
      () => null,
    );
  },

  follow(url) {
    const link = document.createElement("a");
    link.href = url;
    document.body.append(link);
    link.click();
  },

  /** Replaces the document's content with a frame. */
  frame(url) {
    return new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.onload = () => resolve();
      frame.src = url;
      document.documentElement.replaceChildren(document.createElement("head"), frame);
    });
  },

  async seed() {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not available over http
    document.cookie = "a=1; max-age=1000";
    localStorage.setItem("a", "1");
    await fetch("/cached");
  },

  async left() {
    await fetch("/cached");
    return { cookie: document.cookie, stored: localStorage.getItem("a") };
  },

  isolation: () => ({ isSecureContext, crossOriginIsolated, originAgentCluster: window.originAgentCluster }),

  permissions: (names) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          self: document.featurePolicy.allowsFeature(name),
          other: document.featurePolicy.allowsFeature(name, "https://other.example"),
          allowlist: document.featurePolicy.getAllowlistForFeature(name),
        },
      ]),
    ),

  /** Adds an element and waits for its result. */
  load(tag, set, within = 10_000) {
    const loaded = new Promise((resolve) => {
      const element = document.createElement(tag);
      element.onload = () => resolve(true);
      element.onerror = () => resolve(false);
      try {
        Object.assign(element, set);
      } catch {
        // Trusted types reject the URL of a script.
        resolve(false);
      }
      document.body.append(element);
    });
    return Promise.race([loaded, after(within)]);
  },

  /** Whether a script, a module and a style sheet take effect. */
  async sniff(id, { script, moduleScript, style }) {
    await Promise.all([
      inPage.load("script", { src: script }),
      inPage.load("script", { type: "module", src: moduleScript }),
      inPage.load("link", { rel: "stylesheet", href: style }),
    ]);
    const probe = document.createElement("p");
    probe.className = id;
    document.body.append(probe);
    const isStyled = getComputedStyle(probe).left === "7px";
    probe.remove();
    return [inPage.ran.includes(`s${id}`), inPage.ran.includes(`m${id}`), isStyled];
  },

  /** Actions that the page's policy allows; the page itself has tried those without a script. */
  async act(other, png) {
    const isPlaced = (id) => getComputedStyle(document.getElementById(id)).left === "7px";
    const works = (url) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(url);
        worker.onmessage = () => resolve(true);
        worker.onerror = reject;
      });
    const goes = (promise) =>
      Promise.race([
        promise.then(
          () => true,
          () => false,
        ),
        after(10_000),
      ]);
    document.getElementById("b").click();
    inPage.follow("javascript:void M('javascriptUrl')");
    const reported = {
      // biome-ignore lint/security/noGlobalEval: the policy is tested with it
      eval: await inTask(() => globalThis.eval("1") === 1),
      wasm: await inTask(() =>
        Boolean(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      ),
      inlineStyle: isPlaced("i"),
      inlineStyleNonce: isPlaced("n"),
      styleAttr: isPlaced("a"),
      styleSelf: isPlaced("s"),
      styleOther: isPlaced("o"),
    };
    const loads = {
      imgSelf: inPage.load("img", { src: "/img/self.png" }),
      imgOther: inPage.load("img", { src: `${other}/img/other.png` }),
      imgData: inPage.load("img", { src: png }),
      connectSelf: goes(fetch("/api/self")),
      connectOther: goes(fetch(`${other}/api/other`, { mode: "no-cors" })),
      workerBlob: goes(works(URL.createObjectURL(new Blob(["postMessage(1)"])))),
      workerSelf: goes(works("/js/worker.js")),
      dynamic: inPage.load("script", { src: `${other}/js/dynamic.js` }),
    };
    for (const [name, promise] of Object.entries(loads)) reported[name] = await promise;
    const base = document.createElement("base");
    base.href = `${other}/`;
    document.head.append(base);
    reported.baseOther = document.baseURI === `${other}/`;
    return { reported, ran: inPage.ran };
  },
};

globalThis.M = (name) => void inPage.ran.push(name);

function after(ms) {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}

/** Runs in a task of the page: the policy does not apply to code that the debugger runs. */
function inTask(run) {
  return new Promise((resolve) =>
    setTimeout(() => {
      try {
        resolve(run());
      } catch {
        resolve(false);
      }
    }),
  );
}
