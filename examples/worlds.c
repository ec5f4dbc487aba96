/* Worlds in C: asks for what the library declares, and prints layers and files of what comes back.
 *
 *   worlds map '{"seed": 7}'
 *   worlds planet '{"seed": 7, "resolution": 128}'
 *   worlds terrain '{"at": [1099511627776, 0], "size": [257, 257]}'
 *   worlds voxels '{"radius": 0}'
 *   worlds noise '{"noise": "clouds"}'
 *   worlds page '{"of": {"map": {"seed": 7}}}'
 *   worlds                                     what can be asked for */
#include <craton/craton.h>

#include <inttypes.h>
#include <stdio.h>

static int fail(const craton_error* error) {
  fprintf(stderr, "worlds: %s: %s\n", error->path, error->message);
  return 2;
}

/* All declarations, as the library tells them. */
static int list(void) {
  craton_bytes* text = NULL;
  const char* data = NULL;
  craton_error error;
  if (craton_requests(&text, &error) != CRATON_OK || craton_bytes_get(text, &data, NULL, &error) != CRATON_OK)
    return fail(&error);
  puts(data);
  craton_bytes_destroy(text);
  return 0;
}

int main(int count, char** words) {
  craton_answer* answer = NULL;
  craton_array_info info;
  craton_error error;
  uint32_t arrays = 0, files = 0, i;
  if (count < 2) return list();
  if (craton_ask(words[1], count > 2 ? words[2] : NULL, NULL, &answer, &error) != CRATON_OK) return fail(&error);
  craton_answer_count(answer, &arrays, &error);
  craton_array_info_init(&info, sizeof info);
  for (i = 0; i < arrays; ++i) {
    uint64_t hash = 0;
    if (craton_answer_get(answer, i, &info, &error) != CRATON_OK) return fail(&error);
    if (craton_answer_hash(answer, i, &hash, &error) != CRATON_OK) return fail(&error);
    printf("%-20s %016" PRIx64 " %" PRIu64 " values %s\n", info.name, hash, info.count, info.unit);
  }
  craton_answer_file_count(answer, &files, &error);
  for (i = 0; i < files; ++i) {
    const char* name = NULL;
    size_t bytes = 0;
    if (craton_answer_file(answer, i, &name, NULL, NULL, &bytes, &error) != CRATON_OK) return fail(&error);
    printf("%-20s a file of %lu bytes\n", name, (unsigned long)bytes);
  }
  craton_answer_destroy(answer);
  return 0;
}
