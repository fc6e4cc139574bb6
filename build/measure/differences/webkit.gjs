// WebKitGTK with its own disk cache, controlled by lines of JSON on standard input: WebDriver sessions have none.
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.WebKit2 = "4.1";
const { Gio, GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const directory = ARGV[0];
const manager = new WebKit2.WebsiteDataManager({
  base_cache_directory: directory,
  base_data_directory: directory,
});
if (ARGV[1] !== undefined) {
  const through = WebKit2.NetworkProxySettings.new(ARGV[1], null);
  manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, through);
}
const context = new WebKit2.WebContext({ website_data_manager: manager });
// Tracking prevention, on by default in Safari.
manager.set_itp_enabled(true);
context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.ALWAYS);
manager.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE);
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER);
const view = new WebKit2.WebView({ web_context: context });
// The back button must use the HTTP cache, not the page cache.
view.get_settings().enable_page_cache = false;
const window = new Gtk.OffscreenWindow();
window.add(view);
window.show_all();

let loaded = () => {};
view.connect("load-changed", (_view, event) => {
  if (event === WebKit2.LoadEvent.FINISHED) loaded();
});
const navigate = (start) =>
  new Promise((resolve) => {
    loaded = resolve;
    start();
  });

const COMMANDS = {
  goto: (url) => navigate(() => view.load_uri(url)),
  reload: () => navigate(() => view.reload()),
  back: () => navigate(() => view.go_back()),
  run: (body) =>
    new Promise((resolve, reject) => {
      view.call_async_javascript_function(body, -1, null, null, null, null, (_view, result) => {
        try {
          resolve(JSON.parse(view.call_async_javascript_function_finish(result).to_json(0) ?? "null"));
        } catch (error) {
          reject(error);
        }
      });
    }),
};

const input = new Gio.DataInputStream({ base_stream: new Gio.UnixInputStream({ fd: 0 }) });
function next() {
  input.read_line_async(GLib.PRIORITY_DEFAULT, null, async (stream, result) => {
    const [line] = stream.read_line_finish_utf8(result);
    if (line === null) {
      Gtk.main_quit();
      return;
    }
    const { command, argument } = JSON.parse(line);
    let answer = {};
    try {
      answer = { result: (await COMMANDS[command](argument)) ?? null };
    } catch (error) {
      answer = { error: String(error) };
    }
    print(JSON.stringify(answer));
    next();
  });
}
next();
Gtk.main();
