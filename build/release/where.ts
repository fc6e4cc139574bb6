/** Where a release is found: the repository whose workflow makes it, on GitHub. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Its page, without a slash at the end. OWNER stands for the owner where no workflow runs. */
export function repositoryPage(environment: Environment): string {
  return `${environment["GITHUB_SERVER_URL"] ?? "https://github.com"}/${environment["GITHUB_REPOSITORY"] ?? "OWNER/netlens"}`;
}

/** Its site on GitHub Pages, which is the apt repository. */
export function repositorySite(environment: Environment): string {
  const [owner = "", name = ""] = (environment["GITHUB_REPOSITORY"] ?? "OWNER/netlens").split("/");
  return `https://${owner}.github.io/${name}`;
}

/** URL of the folder with a version's files. */
export function releaseFolder(page: string, version: string): string {
  return `${page}/releases/download/v${version}`;
}
