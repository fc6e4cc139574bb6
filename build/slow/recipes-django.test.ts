/** Recipes for Django are judged by Django: settings in its settings, code in the view or after it. */

import { expect, test } from "bun:test";
import { addedTo, casesOf, counts, found } from "./recipes.ts";

const told = casesOf("django").flatMap(({ id, example, how, field }) =>
  how.django === undefined ? [] : [{ id, example, how, recipe: how.django, field }],
);

/** Flags that the example's cookie has already, as its settings have them. */
function alreadySet(lines: readonly string[], prefix: string): readonly string[] {
  const cookie = lines.find((line) => /^set-cookie:/i.test(line)) ?? "";
  const sameSite = /;\s*SameSite=(\w+)/i.exec(cookie)?.[1];
  return [
    `${prefix}_COOKIE_SECURE = ${/;\s*Secure/i.test(cookie) ? "True" : "False"}`,
    `${prefix}_COOKIE_HTTPONLY = ${/;\s*HttpOnly/i.test(cookie) ? "True" : "False"}`,
    `${prefix}_COOKIE_SAMESITE = ${sameSite ? `"${sameSite}"` : "None"}`,
  ];
}

const SETTING = /^[A-Z_]+ = /;

/** All recipes in one process: each has settings and a view of its own, asked over https by Django's own client. */
const PYTHON = `
import json, sys
from django.conf import settings
settings.configure(SECRET_KEY="x" * 50, ALLOWED_HOSTS=["*"], ROOT_URLCONF="__main__", INSTALLED_APPS=["django.contrib.sessions"],
  SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
  MIDDLEWARE=["django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware", "django.middleware.clickjacking.XFrameOptionsMiddleware"])
import django
django.setup()
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory, override_settings
from django.test.client import Client
from django.urls import path
code = ""
def view(request):
    response = HttpResponse("x")
    value = "abc"
    request.session["a"] = 1
    get_token(request)
    exec(code)
    return response
urlpatterns = [path("", view)]
answers = []
for one in json.load(sys.stdin):
    own = {}
    exec(one["settings"], {}, own)
    code = one["code"]
    with override_settings(**own):
        response = Client().get("/", secure=True)
    lines = [f"{name}: {value}" for name, value in response.items()]
    answers.append(lines + [f"Set-Cookie: {cookie.OutputString()}" for cookie in response.cookies.values()])
print(json.dumps(answers))
`;

function answersOf(): readonly (readonly string[])[] {
  const asked = told.map(({ recipe, example }) => {
    const lines = recipe.split("\n");
    const prefix = /\b(SESSION|CSRF)_COOKIE/.exec(recipe)?.[1];
    const settings = [
      ...(prefix ? alreadySet(example.lines, prefix) : []),
      ...lines.filter((line) => SETTING.test(line)),
    ];
    return { settings: settings.join("\n"), code: lines.filter((line) => !SETTING.test(line)).join("\n") };
  });
  const run = Bun.spawnSync(["/usr/bin/python3", "-c", PYTHON], {
    stdin: Buffer.from(JSON.stringify(asked)),
  });
  if (run.exitCode !== 0) throw new Error(`apt-get install python3-django? ${run.stderr}`);
  return JSON.parse(`${run.stdout}`) as readonly (readonly string[])[];
}

test("recipes for Django leave nothing (needs python3-django)", () => {
  expect(told.length).toBeGreaterThan(100);
  const answers = answersOf();
  const left = told.flatMap(({ id, example, how, field }, at) => {
    const cookie = /^set-cookie:\s*(\w+)/im.exec(example.lines.join("\n"))?.[1];
    const isCookie = field === "set-cookie" && how.header === undefined;
    const names = [
      isCookie || field !== "set-cookie" ? field : undefined,
      how.header?.split(":")[0]?.toLowerCase(),
    ];
    const isAsked = (line: string) =>
      names.some((name) => line.toLowerCase().startsWith(`${name}:`)) &&
      (!isCookie || line.includes(`${cookie}=`));
    // Sessions vary by Cookie, whatever the recipe says.
    const own = (answers[at] ?? [])
      .filter(isAsked)
      .map((line) => (how.header?.includes("Cookie") ? line : line.replace(/^(vary: .*), Cookie$/i, "$1")));
    const was = counts(found(example, example.lines));
    const is = counts(found(example, [...example.lines.filter((line) => !isAsked(line)), ...own]));
    const lines = isCookie || how.header !== undefined ? 1 : 0;
    const isLeft = (is.get(id) ?? 0) >= (was.get(id) ?? 0);
    const added = addedTo(was, is);
    return isLeft || added.length > 0 || own.length !== lines ? [{ id, added, own }] : [];
  });
  console.log(`Django: ${told.length - left.length} of ${told.length} recipes work`);
  expect(left).toEqual([]);
});
