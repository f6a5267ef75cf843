/* plug-ins: slaves in shared libraries, found by path, by name or by the kind of file they read */
#ifndef MULTIRATE_PLUGIN_H
#define MULTIRATE_PLUGIN_H

#include "multirate/slave.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mr_plugin mr_plugin;

/* `slave` is one of
 *   - a path of a shared library,
 *   - a name: NAME.so (.dll, .dylib) is looked for along the search path,
 *   - a file FILE.EXT that is no shared library: the plug-in EXT reads it ("car.mbs": plug-in mbs
 *     with "file='car.mbs'" put before the configuration); one that is not in the working folder is
 *     looked for along the search path too ("kart.mbs").
 * Search path: the folders of MULTIRATE_SLAVE_PATH (separated by colons; semicolons on Windows),
 * for a file that is no shared library those of MULTIRATE_FILE_PATH (of models, say), then the
 * folders multirate/ and ../lib/multirate beside the library or program that this code is in.
 * *configuration_prefix gets the text to put before the configuration; it lives as long as the
 * plug-in. It may be NULL for a plug-in that needs none; for a file it is refused then.
 *
 * Behind the name may stand how the slave is run: "two_mass isolate=yes timeout=5".
 *   isolate=yes   each instance in a process of its own: whatever becomes of that process (crash,
 *                 exit, hang, kill) is a failure of the slave and of nothing else. The plug-in is
 *                 not loaded into this process at all; results are the same to the bit. Needs the
 *                 prefix, and the program multirate-slave-host (found beside the library or the
 *                 plug-in, or named by MULTIRATE_SLAVE_HOST). Linux. This is no protection from
 *                 hostile code: the process has all rights of the user.
 *   isolate=sandbox   as well, and the process has no files but the plug-in, the file it reads,
 *                 the libraries of the system and a temporary folder; no network, no new programs
 *                 or processes, no hold on other processes; no more memory than `memory`. The host
 *                 program is not taken from beside the plug-in then
 *   foreign=yes   the slave is somebody else's: isolate=sandbox, whatever else is said. So is
 *                 every slave in the folders of MULTIRATE_FOREIGN (separated like the search path)
 *   memory=4096   MB that the process may use (no limit with isolate=yes)
 *   cpu_time=S    s of processor time that it may take (no limit)
 *   files=PATH    file or folder that it may read in the sandbox besides; may be repeated
 * "tcp://host:port" is a slave in the network, behind `multirate serve`: as isolated, but for
 *   key=FILE.key server_key=FILE.pub   keys of this user and of the server (or MULTIRATE_KEY and
 *                 MULTIRATE_SERVER_KEY); needed except on this machine
 *   timeout=30    s of wall clock that a call of the slave may take
 *   spin=5e-5     s that each side waits awake for the other before it sleeps */
mr_status mr_plugin_load(const char *slave, mr_plugin **plugin, const char **configuration_prefix,
                         mr_message *message);

/* the same for who adds options of the process to a name that is somebody else's: `options` ("",
 * or "isolate=sandbox timeout=5") are read by themselves and count after those behind the name,
 * whatever is written there. is_file: the whole name is that of a file, and nothing in it an option
 */
mr_status mr_plugin_load_as(const char *slave, bool is_file, const char *options,
                            mr_plugin **plugin, const char **configuration_prefix,
                            mr_message *message);

/* NULL, which mr_interface_open refuses, if there is no plug-in */
const mr_slave_type *mr_plugin_type(const mr_plugin *plugin);

/* the file that was loaded */
const char *mr_plugin_path(const mr_plugin *plugin);

/* the file that it reads ("car.mbs"); "" if it was not found by one */
const char *mr_plugin_file(const mr_plugin *plugin);

void mr_plugin_unload(mr_plugin *plugin);

#ifdef __cplusplus
}
#endif
#endif
