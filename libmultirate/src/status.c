/* texts of the central list of outcomes */
#include "multirate/status.h"

const char *mr_status_text(mr_status status) {
    static const char *const texts[] = {
#define MR_STATUS_TEXT_ENTRY(code, text) text,
        MR_STATUS_LIST(MR_STATUS_TEXT_ENTRY)
#undef MR_STATUS_TEXT_ENTRY
    };
    if (status < MR_OK || status >= MR_STATUS_COUNT)
        return "unknown status";
    return texts[status];
}
