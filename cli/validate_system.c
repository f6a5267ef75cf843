/* a system (SSP or text): can it be read, opened, started and run for a moment? */
#include "file_hint.h"
#include "findings.h"

#include "system/system.h"

#include <math.h>
#include <stdio.h>

#define ROWS 20

static void run_shortly(sy_run *run, findings *all) {
    mr_message message = {""};
    const sy_times times = sy_run_times(run);
    const double step = isnan(times.interval) ? 1e-3 : times.interval;
    double stop = times.start + ROWS * step;
    if (!isnan(times.stop) && times.stop < stop)
        stop = times.stop;
    mr_status status = sy_start(run, times.start, &message);
    if (status == MR_OK)
        status = sy_advance(run, stop, &message);
    if (status != MR_OK && status != MR_ERR_STOPPED)
        findings_add(all, FMU_VIOLATION, "life", message.text);
}

void validate_system(const char *path, bool run, findings *all) {
    mr_message message = {""};
    sy_system *s = NULL;
    sy_run *opened = NULL;
    if (sy_read(path, &s, &message) != MR_OK) {
        add_file_hint(path, FILE_SYSTEM, message.text, sizeof message.text);
        findings_add(all, FMU_VIOLATION, "description", message.text);
        return;
    }
    if (isnan(s->stop))
        findings_add(all, FMU_DOUBT, "description", "there is no stop time");
    if (run) {
        if (sy_open(s, "", &opened, &message) != MR_OK)
            findings_add(all, FMU_VIOLATION, "members", message.text);
        else {
            for (int i = 0; i < sy_remark_count(opened); i++)
                findings_add(all, FMU_DOUBT, "connections", sy_remark(opened, i));
            run_shortly(opened, all);
        }
        sy_close(opened);
    }
    sy_system_free(s);
}
