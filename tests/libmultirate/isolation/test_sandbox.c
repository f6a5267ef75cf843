/* isolate=sandbox: what a hostile slave reaches for with isolate=yes, and does not get here
 *
 * Each act is first made where nothing keeps the slave from it, so that a refusal means something.
 */
#define _GNU_SOURCE
#include "isolation/confine.h"
#include "isolation/leftovers.h"
#include "mr_test.h"
#include "multirate/multirate.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOSTILE MR_BINARY_DIR "/tests/plugins/hostile.so"

/* what the slave says of its act */
static void act(const char *options, const char *what, mr_message *message) {
    mr_config config;
    mr_plugin *plugin = NULL;
    mr_interface *interface = NULL;
    const char *prefix = "";
    char text[8192], slave[600];
    mr_config_default(&config);
    snprintf(slave, sizeof slave, "%s %s", HOSTILE, options);
    mr_message_clear(message);
    if (mr_plugin_load(slave, &plugin, &prefix, message) == MR_OK) {
        snprintf(text, sizeof text, "%s%s", prefix, what);
        (void)mr_interface_open(&config, mr_plugin_type(plugin), text, &interface, message);
    }
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

static bool is_possible(void) {
    mr_message why = {""};
    if (mr_confine_possible(&why))
        return true;
    printf("\n    not checked: %s", why.text);
    CU_ASSERT_TRUE(strlen(why.text) > 40);
    return false;
}

static void refuses(const char *what, bool try_without) {
    mr_message message;
    if (try_without) {
        act("isolate=yes", what, &message);
        MR_ASSERT_CONTAINS(message.text, "done");
    }
    act("isolate=sandbox", what, &message);
    MR_ASSERT_CONTAINS(message.text, "refused: ");
    if (strstr(message.text, "done"))
        printf("\n    %s: %s", what, message.text);
}

static void test_no_files_but_its_own(void) {
    char path[] = "/tmp/multirate_private_XXXXXX", what[200];
    struct stat about;
    const int file = mkstemp(path);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    CU_ASSERT_EQUAL(write(file, "private", 7), 7);
    if (!is_possible())
        return;
    refuses("do=read path=/etc/passwd", true);
    refuses("do=around path=/etc/passwd", true);
    /* what the whole machine has, under the name of the process */
    refuses("do=read path=/proc/self/net/tcp", true);
    refuses("do=read path=/proc/thread-self/net/unix", true);
    refuses("do=read path=/proc/self/mountinfo", true);
    static const char *const acts[] = {"read", "write", "around"};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        snprintf(what, sizeof what, "do=%s path=%s", acts[i], path);
        refuses(what, true);
    }
    snprintf(what, sizeof what, "do=watch path=%s", path);
    refuses(what, true);
    refuses("do=mark path=" HOSTILE, false);
    refuses("do=command", true);
    refuses("do=lease path=" HOSTILE, true);
    static const char *const worse[] = {"cut", "cut_by_opening", "chmod", "remove", "link"};
    for (size_t i = 0; i < sizeof worse / sizeof *worse; i++) {
        snprintf(what, sizeof what, "do=%s path=%s", worse[i], path);
        refuses(what, false);
    }
    CU_ASSERT_EQUAL(fstat(file, &about), 0);
    CU_ASSERT_EQUAL(about.st_size, 7);
    CU_ASSERT_EQUAL(about.st_mode & 0777, 0600);
    CU_ASSERT_EQUAL(about.st_nlink, 1);
    unlink("/tmp/multirate_hostile_was_here"); /* of a sandbox that once had a hole */
    refuses("do=write path=/tmp/multirate_hostile_was_here", false);
    CU_ASSERT_NOT_EQUAL(access("/tmp/multirate_hostile_was_here", F_OK), 0);
    /* what the user gives it, it has */
    mr_message message;
    snprintf(what, sizeof what, "do=own_file path=%s", path);
    act("isolate=sandbox", what, &message);
    MR_ASSERT_CONTAINS(message.text, "refused: ");
    char options[200];
    snprintf(options, sizeof options, "isolate=sandbox files=%s", path);
    act(options, what, &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    snprintf(what, sizeof what, "do=write path=%s", path);
    act(options, what, &message);
    MR_ASSERT_CONTAINS(message.text, "refused: "); /* to read, that is */
    act("isolate=sandbox", "do=own_file path=" HOSTILE, &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    act("isolate=sandbox", "do=own_file path=/proc/self/maps", &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    close(file);
    unlink(path);
}

static void test_no_network(void) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof place;
    char what[100];
    if (!is_possible())
        return;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    CU_ASSERT_EQUAL(bind(listener, (struct sockaddr *)&place, sizeof place), 0);
    CU_ASSERT_EQUAL(listen(listener, 4), 0);
    CU_ASSERT_EQUAL(getsockname(listener, (struct sockaddr *)&place, &size), 0);
    snprintf(what, sizeof what, "do=connect number=%d", ntohs(place.sin_port));
    refuses(what, true);
    close(listener);
    /* nor what listens at a path of this machine: a log, a service, a desktop */
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    char folder[] = "/tmp/multirate_sockets_XXXXXX", byte;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path.sun_path, sizeof path.sun_path, "%s/log", folder);
    const int log = socket(AF_UNIX, SOCK_DGRAM, 0);
    CU_ASSERT_EQUAL(bind(log, (struct sockaddr *)&path, sizeof path), 0);
    snprintf(what, sizeof what, "do=send path=%s/log", folder);
    refuses(what, true);
    CU_ASSERT_EQUAL(recv(log, &byte, 1, MSG_DONTWAIT), 1); /* of the one that may */
    CU_ASSERT_EQUAL(recv(log, &byte, 1, MSG_DONTWAIT), -1);
    close(log);
    unlink(path.sun_path);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

static void test_no_programs_and_no_processes(void) {
    if (!is_possible())
        return;
    refuses("do=run path=/bin/true", true);
    refuses("do=become path=/bin/true", false);
    refuses("do=fork number=1", true);
    refuses("do=fork number=20000", false); /* a bomb that does not go off */
}

static void test_no_hold_on_others(void) {
    mr_message message;
    if (!is_possible())
        return;
    refuses("do=signal", true);
    refuses("do=signal_all", false);
    refuses("do=own", true);
    refuses("do=meddle", true);
    refuses("do=look", false);
    refuses("do=trace", false);
    refuses("do=ring", false);
    refuses("do=leave", true);
    refuses("do=environment", true);
    refuses("do=limits", false);
    refuses("do=threads", false);
    refuses("do=segments", false);
    setenv("MULTIRATE_TEST_SECRET", "x", 1);
    act("isolate=yes", "do=own_environment path=MULTIRATE_TEST_SECRET", &message);
    MR_ASSERT_CONTAINS(message.text, "done");
    act("isolate=sandbox", "do=own_environment path=MULTIRATE_TEST_SECRET", &message);
    MR_ASSERT_CONTAINS(message.text, "refused");
}

/* what a slave needs to find its files and speak the user's language, and nothing else */
static void test_which_of_the_environment_comes_along(void) {
    static const char *const kept[] = {"LANG=C",
                                       "LC_ALL=C",
                                       "LANGUAGE=de",
                                       "TZ=UTC",
                                       "TMPDIR=/tmp",
                                       "LD_LIBRARY_PATH=/usr/lib",
                                       "OMP_NUM_THREADS=1",
                                       "OPENBLAS_NUM_THREADS=1",
                                       "MKL_DYNAMIC=0",
                                       "MULTIRATE_SLAVE_PATH=/usr/lib",
                                       "ASAN_OPTIONS=",
                                       "UBSAN_OPTIONS=",
                                       "LSAN_OPTIONS=",
                                       "TSAN_OPTIONS="};
    static const char *const left[] = {"LANGUAGES=de", "TZDIR=/", "LD_PRELOAD=/tmp/x.so",
                                       "HOME=/root",   "PATH=/",  "SSH_AUTH_SOCK=/tmp/x",
                                       "XLANG=C",      ""};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        CU_ASSERT_TRUE(mr_confine_keeps(kept[i]));
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        CU_ASSERT_FALSE(mr_confine_keeps(left[i]));
}

/* a name that would end its own quotes, or one that no longer fits, is refused and leaves the
 * list as it was */
static void test_the_list_of_files_takes_what_fits(void) {
    mr_confine confine = {.sandbox = true};
    char text[MR_CONFINE_SIZE], name[sizeof confine.files];
    CU_ASSERT_TRUE(mr_confine_add_file(&confine, "/a b"));
    CU_ASSERT_FALSE(mr_confine_add_file(&confine, "/a'b"));
    CU_ASSERT_FALSE(mr_confine_add_file(&confine, "/a\"b"));
    CU_ASSERT_STRING_EQUAL(confine.files, "read='/a b' ");
    /* 12 are used; read='' and a blank are 8 more, and the end is one */
    memset(name, 'x', sizeof name);
    name[sizeof confine.files - 12 - 8] = '\0';
    CU_ASSERT_FALSE(mr_confine_add_file(&confine, name));
    CU_ASSERT_STRING_EQUAL(confine.files, "read='/a b' ");
    name[sizeof confine.files - 12 - 8 - 1] = '\0';
    CU_ASSERT_TRUE(mr_confine_add_file(&confine, name));
    CU_ASSERT_EQUAL(strlen(confine.files), sizeof confine.files - 1);
    /* nothing to be said where nothing is limited; files are of the sandbox only */
    mr_confine_text(&(mr_confine){.sandbox = false}, text);
    CU_ASSERT_STRING_EQUAL(text, "");
    mr_confine_text(&(mr_confine){.memory = 2.0, .files = "read='/a' "}, text);
    CU_ASSERT_STRING_EQUAL(text, "sandbox=off memory=2 time=0 ");
    mr_confine_text(&(mr_confine){.time = 0.5}, text);
    CU_ASSERT_STRING_EQUAL(text, "sandbox=off memory=0 time=0.5 ");
    mr_confine_text(&(mr_confine){.sandbox = true, .files = "read='/a' "}, text);
    CU_ASSERT_STRING_EQUAL(text, "sandbox=on memory=0 time=0 read='/a' ");
}

/* folders of slaves that are no more go, all else in the place stays */
static void test_which_leftovers_are_removed(void) {
    char place[] = "/tmp/multirate_left_XXXXXX", path[200], target[200];
    const pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    CU_ASSERT_EQUAL_FATAL(waitpid(gone, NULL, 0), gone);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(place));
    static const struct {
        const char *form; /* with the process that is gone, or this one */
        bool own, by_nobody, by_this;
    } cases[] = {{"multirate-sandbox-%d-a", false, true, false},
                 {"multirate-sandbox-%d-b", true, false, true},
                 {"multirate-fmu-%d-a", false, false, false},
                 {"multirate-fmu-%d-b", true, false, true},
                 {"multirate-sandbox-%d", false, false, false},
                 {"multirate-sandbox-x%d-", false, false, false},
                 {"multirat-sandbox-%d-a", true, false, false},
                 {"multirate-%d-", true, false, false},
                 {"multirate-sandbox-1-%d", false, false, false}};
    enum { CASES = sizeof cases / sizeof *cases };
    char names[CASES][100];
    for (int i = 0; i < CASES; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(names[i], sizeof names[i], cases[i].form, (int)(cases[i].own ? getpid() : gone));
#pragma GCC diagnostic pop
    }
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < CASES; i++) {
            snprintf(path, sizeof path, "%s/%s", place, names[i]);
            CU_ASSERT(mkdir(path, 0700) == 0 || round == 1);
            snprintf(path, sizeof path, "%s/%s/inside", place, names[i]);
            CU_ASSERT(mkdir(path, 0700) == 0 || round == 1);
        }
        setenv("TMPDIR", place, 1);
        mr_remove_leftovers(round == 0 ? 0 : getpid());
        unsetenv("TMPDIR");
        for (int i = 0; i < CASES; i++) {
            snprintf(path, sizeof path, "%s/%s", place, names[i]);
            CU_ASSERT_EQUAL(access(path, F_OK) != 0,
                            round == 0 ? cases[i].by_nobody : cases[i].by_this);
        }
    }
    /* a file and a link of such a name are nobody's folder */
    snprintf(path, sizeof path, "%s/multirate-sandbox-%d-file", place, (int)getpid());
    const int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    CU_ASSERT(file >= 0 && close(file) == 0);
    snprintf(target, sizeof target, "%s/multirate-sandbox-%d-link", place, (int)getpid());
    CU_ASSERT_EQUAL(symlink("/tmp", target), 0);
    setenv("TMPDIR", place, 1);
    mr_remove_leftovers(getpid());
    setenv("TMPDIR", "/nowhere/at/all", 1);
    mr_remove_leftovers(getpid()); /* nothing to look at */
    unsetenv("TMPDIR");
    CU_ASSERT_EQUAL(access(path, F_OK), 0);
    CU_ASSERT_EQUAL(access(target, F_OK), 0);
    snprintf(path, sizeof path, "rm -r %s", place);
    CU_ASSERT_EQUAL(system(path), 0);
}

/* in a process of its own, which has its limits from then on */
static void test_a_temporary_folder_that_cannot_be_made_is_named(void) {
    const pid_t child = fork();
    if (child == 0) {
        mr_message message = {""};
        setenv("TMPDIR", "/nowhere/at/all", 1);
        const bool entered = mr_confine_enter("sandbox=on memory=0 time=0 ", &message);
        const bool told = strstr(message.text, "temporary folder '/nowhere/at/all/multirate-") &&
                          strstr(message.text, "(TMPDIR): No such file or directory");
        _exit(!entered && told ? 0 : 1);
    }
    int status = -1;
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
}

/* whoever starts the host program himself may write nonsense */
static void test_a_confinement_that_cannot_be_read_is_refused(void) {
    static const char *const texts[] = {"sandbox=perhaps", "memory=much", "time=long", "walls=4",
                                        "sandbox"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        mr_message message = {""};
        CU_ASSERT_FALSE(mr_confine_enter(texts[i], &message));
        CU_ASSERT_TRUE(strlen(message.text) > 10);
    }
}

static void test_limits_of_memory_and_time(void) {
    mr_message message;
#if !defined(__SANITIZE_ADDRESS__)
    act("isolate=yes memory=600", "do=allocate number=1", &message);
    MR_ASSERT_CONTAINS(message.text, "refused: Cannot allocate memory");
    act("isolate=yes memory=2000", "do=allocate number=1", &message);
    MR_ASSERT_CONTAINS(message.text, "done");
#endif
    act("isolate=yes cpu_time=0.5", "do=spin", &message);
    MR_ASSERT_CONTAINS(message.text, "processor time");
    if (!is_possible())
        return;
#if !defined(__SANITIZE_ADDRESS__)
    /* 4 GB are touched, on whatever machine */
    act("isolate=sandbox timeout=600", "do=allocate number=100", &message);
    MR_ASSERT_CONTAINS(message.text, "refused: Cannot allocate memory");
#endif
    act("isolate=sandbox timeout=0.5", "do=spin", &message);
    MR_ASSERT_CONTAINS(message.text, "did not answer within 0.5 s");
    act("memory=100", "do=spin", &message);
    MR_ASSERT_CONTAINS(message.text, "only a process can be confined");
    act("isolate=sandbox memory=-1", "do=spin", &message);
    MR_ASSERT_CONTAINS(message.text, "memory");
    act("isolate=maybe", "do=spin", &message);
    MR_ASSERT_CONTAINS(message.text, "'yes', 'no' or 'sandbox'");
}

static void test_what_a_slave_may_do(void) {
    mr_message message;
    if (!is_possible())
        return;
    char place[] = "/tmp/multirate_place_XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(place));
    setenv("TMPDIR", place, 1);
    act("isolate=sandbox", "do=thread", &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    act("isolate=sandbox", "do=ask", &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    act("isolate=sandbox", "do=folder", &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    /* nothing is too deep to be removed behind it, and links are not followed */
    char kept[] = "/tmp/multirate_kept_XXXXXX", what[200];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(kept));
    snprintf(what, sizeof what, "%s/folder", kept);
    CU_ASSERT_EQUAL(mkdir(what, 0700), 0);
    snprintf(what, sizeof what, "do=dig number=300 path=%s", kept);
    act("isolate=sandbox", what, &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    snprintf(what, sizeof what, "%s/folder", kept);
    CU_ASSERT_EQUAL(rmdir(what), 0); /* it is still there */
    CU_ASSERT_EQUAL(rmdir(kept), 0);
    unsetenv("TMPDIR");
    CU_ASSERT_EQUAL(rmdir(place), 0); /* nothing is left in it */
}

/* what the user marks as foreign is sandboxed, whatever a model says */
static void test_foreign_slaves(void) {
    mr_message message;
    if (!is_possible())
        return;
    act("foreign=yes", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused");
    act("foreign=yes isolate=no", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused");
    act("isolate=yes", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "done");
    /* nor does the slave's own configuration, in the words that the library itself uses */
    act("foreign=yes", "isolate.confinement='' do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused: ");
    act("foreign=yes", "isolate.confinement='sandbox=on read=/' do=read path=/etc/passwd",
        &message);
    MR_ASSERT_CONTAINS(message.text, "refused: ");
    setenv("MULTIRATE_FOREIGN", "/nowhere:" MR_BINARY_DIR "/tests/../tests/plugins", 1);
    act("isolate=yes", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused");
    act("isolate=no", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused");
    /* `files` may be the word of who made it: it gives what is foreign itself, and no more */
    act("isolate=sandbox files=/etc", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "no files but those below such folders");
    act("foreign=yes files=" HOSTILE " files=/etc/passwd", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "files='/etc/passwd'");
    act("isolate=sandbox files=" HOSTILE, "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "refused: ");
    setenv("MULTIRATE_FOREIGN", MR_BINARY_DIR "/tests/plug", 1);
    act("foreign=yes files=/etc/passwd", "do=own_file path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "fine");
    act("isolate=yes", "do=read path=/etc/passwd", &message);
    MR_ASSERT_CONTAINS(message.text, "done");
    unsetenv("MULTIRATE_FOREIGN");
}

/* a good slave gives the same bits in there */
static void test_the_same_bits(void) {
    double u[2][200];
    if (!is_possible())
        return;
    for (int k = 0; k < 2; k++) {
        mr_config config;
        mr_plugin *plugin = NULL;
        mr_interface *interface = NULL;
        mr_message message = {""};
        const char *prefix = "";
        char text[8192];
        mr_config_default(&config);
        CU_ASSERT_EQUAL_FATAL(
            mr_plugin_load(k ? "two_mass isolate=sandbox" : "two_mass", &plugin, &prefix, &message),
            MR_OK);
        snprintf(text, sizeof text, "%sfr=10 coupling=force", prefix);
        CU_ASSERT_EQUAL_FATAL(
            mr_interface_open(&config, mr_plugin_type(plugin), text, &interface, &message), MR_OK);
        double y = 0.1;
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
        for (int i = 0; i < 200; i++) {
            y = 0.1 + 0.001 * i;
            double v[8] = {0};
            CU_ASSERT_EQUAL(mr_interface_exchange(interface, 0.01 * i, &y, MR_MAJOR, v), MR_OK);
            u[k][i] = v[0];
        }
        mr_interface_close(interface);
        mr_plugin_unload(plugin);
    }
    CU_ASSERT_EQUAL(memcmp(u[0], u[1], sizeof u[0]), 0);
}

int main(int argc, char **argv) {
    setenv("MULTIRATE_SLAVE_PATH", MR_BINARY_DIR "/lib/multirate", 0);
    setenv("MULTIRATE_SLAVE_HOST", MR_BINARY_DIR "/libexec/multirate/multirate-slave-host", 0);
    const mr_test tests[] = {
        MR_TEST(test_no_files_but_its_own),
        MR_TEST(test_no_network),
        MR_TEST(test_no_programs_and_no_processes),
        MR_TEST(test_no_hold_on_others),
        MR_TEST(test_which_of_the_environment_comes_along),
        MR_TEST(test_the_list_of_files_takes_what_fits),
        MR_TEST(test_a_temporary_folder_that_cannot_be_made_is_named),
        MR_TEST(test_a_confinement_that_cannot_be_read_is_refused),
        MR_TEST(test_which_leftovers_are_removed),
        MR_TEST(test_limits_of_memory_and_time),
        MR_TEST(test_what_a_slave_may_do),
        MR_TEST(test_foreign_slaves),
        MR_TEST(test_the_same_bits),
    };
    return mr_test_main("sandbox", tests, sizeof tests / sizeof *tests, argc, argv);
}
