/* Inside the report: text as HTML, and the pictures. */
#ifndef FATHOM_DASHBOARD_REPORT_INTERNAL_H
#define FATHOM_DASHBOARD_REPORT_INTERNAL_H

#include "src/dashboard/report.h"

/* A text of a repository: nothing of it is markup, and characters that hide or
 * turn others are seen. At most `max` characters of it. */
void dashboard_report_text(Buf *out, Str text, size_t max);
/* 1234567 as 1,234,567. */
void dashboard_report_number(Buf *out, int64_t number);

/* Area by commits, colour by users. */
void dashboard_report_treemap(Buf *out, const DashReport *report);
/* Who needs others stands above them. */
void dashboard_report_packages(Buf *out, const DashReport *report);
/* Commits and authors, month by month or, where there are many, year by year. */
void dashboard_report_trend(Buf *out, const DashReport *report);

#endif
