/*
 * A page of a mapped file that is no longer in the file raises SIGBUS, which ends the process. Within the ranges that
 * are registered here such a page becomes one of zeros instead; elsewhere the signal does what it did before.
 * Linux, 64 bits: the layouts of struct sigaction and siginfo_t are those of glibc and musl.
 */
typedef unsigned long word;

enum { SIGBUS = 7, SA_SIGINFO = 4, SA_ONSTACK = 0x08000000 };
enum { PROT_READ = 1, MAP_PRIVATE_FIXED_ANONYMOUS = 0x32 };
enum { RANGES = 4096 };

struct action {
  void (*handler)(int, void *, void *);
  word mask[16];
  int flags;
  void (*restorer)(void);
};

void *mmap(void *, word, int, int, int, long);
int sigaction(int, const void *, void *);
int getpagesize(void);

static struct action before, ours;
static word from[RANGES], to[RANGES];

static void handle(int number, void *info, void *context) {
  word at = *(word *)((char *)info + 16);
  for (int i = 0; i < RANGES; i++)
    if (at >= from[i] && at < to[i]) {
      word page = getpagesize();
      mmap((void *)(at & ~(page - 1)), page, PROT_READ, MAP_PRIVATE_FIXED_ANONYMOUS, -1, 0);
      return;
    }
  sigaction(number, &before, 0);
}

int install(void) {
  ours.handler = handle;
  ours.flags = SA_SIGINFO | SA_ONSTACK;
  return sigaction(SIGBUS, &ours, &before);
}

void guard(void *start, word length) {
  for (int i = 0; i < RANGES; i++)
    if (!to[i]) {
      from[i] = (word)start;
      to[i] = (word)start + length;
      return;
    }
}

void unguard(void *start) {
  for (int i = 0; i < RANGES; i++)
    if (from[i] == (word)start) from[i] = to[i] = 0;
}
