/* How far a long work is, in one line on the terminal. */
#include <stdio.h>

#include "src/app/app_internal.h"
#include "src/os/terminal.h"

#define BAR_WIDTH 24

/* One line that is drawn over and over; the total may not be known. */
void app_progress_show(void *context, double done, double total, Str message) {
  AppProgress *progress = context;
  progress->is_shown = true;
  if (total <= 0) {
    fprintf(stderr, "\r\033[K%.0f %.*s", done, STR_ARG(message));
    return;
  }
  double share = done < total ? done / total : 1;
  char bar[BAR_WIDTH + 1];
  for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < (int)(share * BAR_WIDTH) ? '#' : '.';
  bar[BAR_WIDTH] = 0;
  fprintf(stderr, "\r\033[K[%s] %3.0f%% %.*s", bar, share * 100, STR_ARG(message));
}

/* The job's own progress, which whatever works on it reports. `progress` must
 * live until the job is done. */
void app_progress_begin(AppProgress *progress, Job *job) {
  if (!terminal_is(TERMINAL_ERRORS)) return;
  job->progress = app_progress_show;
  job->progress_context = progress;
}

void app_progress_clear(const AppProgress *progress) {
  if (progress->is_shown) fputs("\r\033[K", stderr);
}
