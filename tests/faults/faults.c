/* Loaded before a program (LD_PRELOAD), makes one of its system calls or allocations fail, to see what it does then.
     CRATON_FAULT=CALL:N[+]:ERROR   the N-th call (with +: and all later ones) fails; CALL is one of those below, ERROR is ENOSPC,
                                    EIO, EINTR, ENOMEM, SHORT (a write that writes half) or KILL (the process ends there)
     CRATON_FAULT_COUNTS=FILE       writes how often each was called: lines "CALL N" */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call { OPEN, WRITE, FSYNC, RENAME, CLOSE, UNLINK, MMAP, MALLOC, CALLS };
static const char* const names[CALLS] = {"open", "write", "fsync", "rename", "close", "unlink", "mmap", "malloc"};
static volatile long counts[CALLS];
static int ready, chosen = -1, with_later, error_number, is_short;
static long chosen_count;

__attribute__((constructor)) static void start(void) {
  const char* text = getenv("CRATON_FAULT");
  char call[16], error[16];
  if (text && sscanf(text, "%15[a-z]:%ld", call, &chosen_count) == 2 && strrchr(text, ':')) {
    snprintf(error, sizeof error, "%s", strrchr(text, ':') + 1);
    with_later = strchr(text, '+') != NULL;
    is_short = strcmp(error, "SHORT") == 0;
    error_number = strcmp(error, "ENOSPC") == 0   ? ENOSPC
                   : strcmp(error, "EINTR") == 0  ? EINTR
                   : strcmp(error, "ENOMEM") == 0 ? ENOMEM
                   : strcmp(error, "KILL") == 0   ? -1
                                                  : EIO;
    for (int i = 0; i < CALLS; ++i)
      if (strcmp(call, names[i]) == 0) chosen = i;
  }
  ready = 1;
}

__attribute__((destructor)) static void end(void) {
  const char* path = getenv("CRATON_FAULT_COUNTS");
  char line[64];
  ready = 0;
  if (!path) return;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  for (int i = 0; i < CALLS; ++i) {
    const int length = snprintf(line, sizeof line, "%s %ld\n", names[i], counts[i]);
    if (syscall(SYS_write, file, line, (size_t)length) < 0) break;
  }
  syscall(SYS_close, file);
}

/* Counts a call; whether it shall fail. */
static int fails(enum call call) {
  if (!ready) return 0;
  const long n = __atomic_add_fetch(&counts[call], 1, __ATOMIC_RELAXED);
  if ((int)call != chosen || (with_later ? n < chosen_count : n != chosen_count)) return 0;
  if (error_number == -1) raise(SIGKILL);
  errno = error_number;
  return 1;
}

static int open_at(int folder, const char* path, int flags, mode_t mode) {
  return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define OPEN_MODE                          \
  mode_t mode = 0;                         \
  if (flags & (O_CREAT | O_TMPFILE)) {     \
    va_list rest;                          \
    va_start(rest, flags);                 \
    mode = (mode_t)va_arg(rest, unsigned); \
    va_end(rest);                          \
  }
int open(const char* path, int flags, ...) {
  OPEN_MODE
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  OPEN_MODE
  return open_at(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  OPEN_MODE
  return open_at(folder, path, flags, mode);
}

/* Standard output and error are the terminal's, not files. */
ssize_t write(int file, const void* bytes, size_t count) {
  if (file > 2 && fails(WRITE)) {
    if (!is_short || count < 2) return is_short ? (ssize_t)syscall(SYS_write, file, bytes, count) : -1;
    count /= 2;
  }
  return (ssize_t)syscall(SYS_write, file, bytes, count);
}
static ssize_t write_at(int file, const void* bytes, size_t count, off_t offset) {
  if (fails(WRITE)) {
    if (!is_short) return -1;
    if (count > 1) count /= 2;
  }
  return (ssize_t)syscall(SYS_pwrite64, file, bytes, count, offset);
}
ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) { return write_at(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t offset) { return write_at(file, bytes, count, offset); }

int fsync(int file) { return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails(FSYNC) ? -1 : (int)syscall(SYS_fdatasync, file); }
int rename(const char* from, const char* to) {
  return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int unlink(const char* path) { return fails(UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
/* The file is closed all the same, as by Linux. */
int close(int file) {
  const int failed = file > 2 && fails(CLOSE), reason = errno;
  const int result = (int)syscall(SYS_close, file);
  if (!failed) return result;
  errno = reason;
  return -1;
}
void* mmap(void* place, size_t length, int protection, int flags, int file, off_t offset) {
  if (fails(MMAP)) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, place, length, protection, flags, file, offset);
}
void* mmap64(void* place, size_t length, int protection, int flags, int file, off64_t offset) {
  return mmap(place, length, protection, flags, file, offset);
}

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
void* malloc(size_t size) { return fails(MALLOC) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(MALLOC) ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails(MALLOC) ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) { return fails(MALLOC) ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** place, size_t alignment, size_t size) {
  void* const found = memalign(alignment, size);
  if (!found) return ENOMEM;
  *place = found;
  return 0;
}
