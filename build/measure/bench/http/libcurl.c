/*
 * libcurl (multi) as a peer of the HTTP benchmark: new connections, the facts that a lookup reports.
 * Arguments: URL, requests, in flight, file of the authority; further arguments are for other subjects. Prints milliseconds of CPU each, requests a second.
 */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static size_t drop(char *data, size_t size, size_t count, void *into) {
  (void)data;
  *(size_t *)into += size * count;
  return size * count;
}

static double cpu(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_utime.tv_sec * 1e3 + used.ru_utime.tv_usec / 1e3 + used.ru_stime.tv_sec * 1e3 +
         used.ru_stime.tv_usec / 1e3;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static size_t bytes;
static struct curl_slist *fields;
static const char *authority;

static void add(CURLM *multi, const char *url) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  curl_easy_setopt(easy, CURLOPT_CAINFO, authority);
  curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &bytes);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, drop);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, &bytes);
  curl_multi_add_handle(multi, easy);
}

/* Everything that a lookup reports, so that the work is the same. */
static void facts(CURL *easy) {
  long status = 0;
  char *address = NULL;
  double time;
  struct curl_certinfo *certificates = NULL;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
  curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME, &time);
  curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME, &time);
  curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME, &time);
  curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME, &time);
  curl_easy_getinfo(easy, CURLINFO_CERTINFO, &certificates);
  if (status != 200) {
    fprintf(stderr, "status %ld\n", status);
    exit(1);
  }
}

static void run(CURLM *multi, const char *url, long count, long width) {
  long begun = 0, ended = 0;
  for (; begun < width && begun < count; begun++) add(multi, url);
  while (ended < count) {
    int running, left;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *easy = message->easy_handle;
      facts(easy);
      curl_multi_remove_handle(multi, easy);
      curl_easy_cleanup(easy);
      ended++;
      if (begun < count) {
        add(multi, url);
        begun++;
      }
    }
    if (ended < count) curl_multi_poll(multi, NULL, 0, 100, NULL);
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  authority = argv[4];
  long count = atol(argv[2]), width = atol(argv[3]);
  curl_global_init(CURL_GLOBAL_ALL);
  fields = curl_slist_append(fields, "User-Agent: netlens");
  fields = curl_slist_append(fields, "Accept-Encoding: gzip, deflate, br, zstd");
  CURLM *multi = curl_multi_init();
  run(multi, argv[1], count / 5, width);
  double cpuBefore = cpu(), before = now();
  run(multi, argv[1], count, width);
  printf("{\"cpu\": %.4f, \"rate\": %.0f}\n", (cpu() - cpuBefore) / count, count * 1000 / (now() - before));
  return 0;
}
