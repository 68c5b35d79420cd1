/* The list of commands that are no tools. */
#include "src/app/app_internal.h"

extern const AppCommand app_command_completion, app_command_config, app_command_daemon, app_command_docs,
    app_command_doctor, app_command_export, app_command_gate, app_command_index, app_command_init, app_command_kernel,
    app_command_key, app_command_library, app_command_link, app_command_report, app_command_serve, app_command_sessions, app_command_skills, app_command_supervise,
    app_command_trust, app_command_ui, app_command_uninstall, app_command_untrust;

const AppCommand *const app_commands[] = {
    &app_command_serve,     &app_command_init,   &app_command_doctor,
    &app_command_ui,
    &app_command_index,     &app_command_export, &app_command_report,
    &app_command_config,    &app_command_key,    &app_command_trust,  &app_command_untrust,
    &app_command_link,
    &app_command_skills,    &app_command_gate,   &app_command_kernel, &app_command_sessions,
    &app_command_daemon,    &app_command_docs,   &app_command_completion,
    &app_command_uninstall, &app_command_supervise, &app_command_library, NULL,
};
