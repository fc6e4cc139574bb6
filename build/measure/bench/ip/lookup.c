/*
 * libmaxminddb and snprintf: reads addresses, one per line, looks up each and formats netlens' JSON from the file's
 * fields (without derived ones). Prints nanoseconds per address, the best of `rounds`.
 *
 *   cc -O2 lookup.c -lmaxminddb -o lookup && ./lookup city.mmdb addresses.txt 5
 */
#include <arpa/inet.h>
#include <maxminddb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const TEXTS[] = {"country_code", "state1", "city", "postcode", "timezone"};
static const char *const NAMES[] = {"countryCode", "regionName", "city", "postCode", "timeZone"};

static size_t append_json_text(char *out, const char *text, size_t length) {
  size_t at = 0;
  out[at++] = '"';
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\') out[at++] = '\\';
    if (c >= 0x20) out[at++] = (char)c;
  }
  out[at++] = '"';
  return at;
}

static size_t answer(MMDB_s *db, const char *ip, char *out, size_t size) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  if (inet_pton(AF_INET, ip, &address.sin_addr) != 1) return 0;
  int error = 0;
  MMDB_lookup_result_s found = MMDB_lookup_sockaddr(db, (struct sockaddr *)&address, &error);
  size_t at = (size_t)snprintf(out, size, "{\"ip\":\"%s\",\"ipType\":4,\"code\":\"%s\"", ip, found.found_entry ? "geoip" : "unknown");
  if (found.found_entry) {
    MMDB_entry_data_s data;
    for (int i = 0; i < 5; i++) {
      if (MMDB_get_value(&found.entry, &data, TEXTS[i], NULL) != MMDB_SUCCESS || !data.has_data) data.data_size = 0;
      at += (size_t)snprintf(out + at, size - at, ",\"%s\":", NAMES[i]);
      at += append_json_text(out + at, data.utf8_string, data.data_size);
    }
    float latitude = 0, longitude = 0;
    if (MMDB_get_value(&found.entry, &data, "latitude", NULL) == MMDB_SUCCESS && data.has_data) latitude = data.float_value;
    if (MMDB_get_value(&found.entry, &data, "longitude", NULL) == MMDB_SUCCESS && data.has_data) longitude = data.float_value;
    at += (size_t)snprintf(out + at, size - at, ",\"latitude\":%.4f,\"longitude\":%.4f", latitude, longitude);
  }
  struct in_addr network = {.s_addr = htonl(ntohl(address.sin_addr.s_addr) & (found.netmask ? ~0u << (32 - found.netmask) : 0))};
  char text[INET_ADDRSTRLEN];
  inet_ntop(AF_INET, &network, text, sizeof text);
  at += (size_t)snprintf(out + at, size - at, ",\"network\":\"%s/%d\"}", text, found.netmask);
  return at;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  MMDB_s db;
  if (MMDB_open(argv[1], MMDB_MODE_MMAP, &db) != MMDB_SUCCESS) return 1;
  FILE *file = fopen(argv[2], "r");
  if (!file) return 1;
  static char lines[1000000][16];
  size_t count = 0;
  while (count < 1000000 && fgets(lines[count], sizeof lines[0], file)) {
    lines[count][strcspn(lines[count], "\n")] = 0;
    if (lines[count][0]) count++;
  }
  char out[2048];
  double best = 1e18;
  size_t bytes = 0;
  for (int round = 0; round < atoi(argv[3]); round++) {
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (size_t i = 0; i < count; i++) bytes += answer(&db, lines[i], out, sizeof out);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double ns = ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) / (double)count;
    if (ns < best) best = ns;
  }
  fprintf(stderr, "%s\n", out);
  printf("%.0f %zu\n", best, bytes);
  return 0;
}
