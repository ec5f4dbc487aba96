#include <craton/craton.h>

#include <stdio.h>

int main(void) {
  craton_noise* noise = NULL;
  craton_error error;
  const int64_t place[2] = {12345, 67890};
  float value = 0;
  if (craton_abi_version() < CRATON_ABI_VERSION) return 1;
  if (craton_noise_create("{\"kind\": \"perlin\", \"frequency\": 0.01}", 7, &noise, &error) != CRATON_OK ||
      craton_noise_points(noise, 2, place, 1, 1, &value, &error) != CRATON_OK) {
    fprintf(stderr, "%s: %s\n", error.path, error.message);
    return 1;
  }
  craton_noise_destroy(noise);
  printf("%.9g\n", (double)value);
  return 0;
}
