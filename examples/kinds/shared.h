/* What the programs in C share: to end with an error, to tell of an array, to write a file. */
#pragma once

#include <craton/craton.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static inline void need(craton_status status, const craton_error* error) {
  if (status == CRATON_OK) return;
  fprintf(stderr, "%s: %s\n", error->path, error->message);
  exit(2);
}

static inline uint32_t find(const craton_answer* answer, const char* name) {
  craton_error error;
  uint32_t array = 0;
  need(craton_answer_find(answer, name, &array, &error), &error);
  return array;
}

static inline uint64_t hash_of(const craton_answer* answer, const char* name) {
  craton_error error;
  uint64_t hash = 0;
  need(craton_answer_hash(answer, find(answer, name), &hash, &error), &error);
  return hash;
}

static inline const void* values_of(const craton_answer* answer, const char* name, size_t* bytes) {
  craton_error error;
  const void* values = NULL;
  need(craton_answer_data(answer, find(answer, name), &values, bytes, &error), &error);
  return values;
}

static inline void write_file(const craton_answer* answer, const char* path) {
  craton_error error;
  const void* data = NULL;
  size_t bytes = 0;
  FILE* file = fopen(path, "wb");
  need(craton_answer_file(answer, 0, NULL, NULL, &data, &bytes, &error), &error);
  if (file == NULL || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) exit(2);
}

static inline void range_of(const float* values, size_t count, float* low, float* high) {
  size_t i;
  for (*low = *high = values[0], i = 1; i < count; ++i) {
    if (values[i] < *low) *low = values[i];
    if (values[i] > *high) *high = values[i];
  }
}
