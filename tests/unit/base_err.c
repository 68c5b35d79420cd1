/* Err: the table, and errno values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>

#include "src/base/err.h"

static void rows_are_complete(void **state) {
  (void)state;
  assert_int_equal(OK, 0);
  for (int i = 0; i < ERR_COUNT; i++) {
    Err err = (Err)i;
    assert_true(strlen(err_name(err)) > 0);
    assert_true(strlen(err_text(err)) > 0);
    assert_int_equal(err_exit_status(err) == 0, err == OK);
    for (int j = 0; j < i; j++) assert_string_not_equal(err_name(err), err_name((Err)j));
  }
}

static void rows_say_what_they_should(void **state) {
  (void)state;
  assert_string_equal(err_name(ERR_NOT_FOUND), "not_found");
  assert_string_equal(err_text(ERR_NO_SPACE), "the disk is full");
  assert_int_equal(err_exit_status(ERR_USAGE), 2);
  assert_int_equal(err_exit_status(ERR_CANCELLED), 130);
  assert_true(err_is_protocol(ERR_PROTOCOL));
  assert_false(err_is_protocol(ERR_NOT_FOUND));
  assert_true(err_is_retryable(ERR_BUSY));
  assert_false(err_is_retryable(ERR_DENIED));
}

static void no_err_at_all_is_internal(void **state) {
  (void)state;
  assert_string_equal(err_name((Err)1000), "internal");
  assert_string_equal(err_name((Err)-1), "internal");
  assert_string_equal(err_name(ERR_COUNT), "internal");
}

static void errno_values(void **state) {
  (void)state;
  assert_int_equal(err_from_errno(0), OK);
  assert_int_equal(err_from_errno(ENOENT), ERR_NOT_FOUND);
  assert_int_equal(err_from_errno(EEXIST), ERR_EXISTS);
  assert_int_equal(err_from_errno(EACCES), ERR_DENIED);
  assert_int_equal(err_from_errno(ENOSPC), ERR_NO_SPACE);
  assert_int_equal(err_from_errno(EWOULDBLOCK), ERR_BUSY);
  assert_int_equal(err_from_errno(EPIPE), ERR_CLOSED);
  assert_int_equal(err_from_errno(EINTR), ERR_INTERRUPTED);
  assert_int_equal(err_from_errno(EIO), ERR_IO);
  assert_int_equal(err_from_errno(99999), ERR_IO);
}

static void names_lead_back(void **state) {
  (void)state;
  for (Err err = OK; err < ERR_COUNT; err++) {
    assert_int_equal(err_from_name(err_name(err), strlen(err_name(err))), err);
  }
  assert_int_equal(err_from_name("", 0), ERR_INTERNAL);
  assert_int_equal(err_from_name("usage_", 6), ERR_INTERNAL);
}

static Err tries(Err first, int *reached) {
  TRY(first);
  *reached = 1;
  return OK;
}

static void try_returns_early(void **state) {
  (void)state;
  int reached = 0;
  assert_int_equal(tries(ERR_BUSY, &reached), ERR_BUSY);
  assert_int_equal(reached, 0);
  assert_int_equal(tries(OK, &reached), OK);
  assert_int_equal(reached, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_complete),        cmocka_unit_test(rows_say_what_they_should),
      cmocka_unit_test(no_err_at_all_is_internal), cmocka_unit_test(errno_values),
      cmocka_unit_test(try_returns_early),         cmocka_unit_test(names_lead_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
