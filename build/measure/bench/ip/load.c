// Requests in lock step: one on each connection, then all their answers. `load PORT CONNECTIONS REQUESTS ADDRESSES`
// prints the number of requests and of answers other than 200. On one core with the server, and neither waking up before
// the other waits, every server gets the same number of requests in each turn, however busy the machine is.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_CONNECTIONS 1024
#define MOST_LINES 1000000

static int dial(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

/** 1 for a complete answer with 200, 0 for any other, -1 if the connection ends. */
static int answer(int fd) {
  static char bytes[65536];
  size_t have = 0;
  for (;;) {
    ssize_t more = read(fd, bytes + have, sizeof bytes - 1 - have);
    if (more <= 0) return -1;
    have += (size_t)more;
    bytes[have] = 0;
    char *end = strstr(bytes, "\r\n\r\n");
    if (!end) continue;
    char *length = strcasestr(bytes, "\r\ncontent-length:");
    size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    if (have >= (size_t)(end + 4 - bytes) + body) return strncmp(bytes + 9, "200", 3) == 0;
  }
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int port = atoi(argv[1]), connections = atoi(argv[2]), fds[MOST_CONNECTIONS];
  long requests = atol(argv[3]), sent = 0, bad = 0;
  FILE *file = fopen(argv[4], "r");
  if (!file || connections > MOST_CONNECTIONS) return 2;
  static char lines[MOST_LINES][16];
  size_t count = 0;
  while (count < MOST_LINES && fgets(lines[count], sizeof lines[0], file)) {
    lines[count][strcspn(lines[count], "\n")] = 0;
    if (lines[count][0]) count++;
  }
  for (int i = 0; i < connections; i++)
    if ((fds[i] = dial(port)) < 0) return 1;
  while (sent < requests) {
    for (int i = 0; i < connections; i++) {
      char request[256];
      int length = snprintf(request, sizeof request, "GET /v1/ip/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                            lines[(size_t)sent++ % count], port);
      if (write(fds[i], request, (size_t)length) != length) return 1;
    }
    for (int i = 0; i < connections; i++) {
      int good = answer(fds[i]);
      if (good < 0) return 1;
      bad += !good;
    }
  }
  printf("%ld %ld\n", sent, bad);
  return 0;
}
