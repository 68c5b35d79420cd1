/* Doctor: what its checks share. */
#ifndef FATHOM_APP_SHELL_DOCTOR_INTERNAL_H
#define FATHOM_APP_SHELL_DOCTOR_INTERNAL_H

#include "src/app/app_internal.h"

typedef enum DoctorLevel { DOCTOR_OK, DOCTOR_WARN, DOCTOR_FAIL } DoctorLevel;

typedef struct Doctor {
  AppRun *run;
  JsonWriter *json; /* NULL: text */
  size_t counts[3];
  AppConfig *config; /* NULL: it could not be read */
  Str root;
} Doctor;

/* `advice` may be empty. */
void app_doctor_report(Doctor *doctor, DoctorLevel level, const char *what, Str detail, Str advice);
/* The words of an error that is handled by reporting it. */
Str app_doctor_words(Job *job, Err err);

/* Languages of the workspace and their servers. */
void app_doctor_servers(Doctor *doctor);

#endif
