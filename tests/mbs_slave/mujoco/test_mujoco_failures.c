/* models and settings that are wrong, simulations that fail: one sentence each, and the program
 * goes on */
#define _GNU_SOURCE
#include "mr_test.h"
#include "multirate/multirate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXAMPLES MR_SOURCE_DIR "/mbs_slave/mujoco/examples"

static mr_status open_model(const char *file, const char *options, mr_message *message,
                            mr_plugin **plugin, mr_interface **interface) {
    mr_config config;
    const char *prefix;
    char text[4096];
    mr_config_default(&config);
    *interface = NULL;
    mr_status status = mr_plugin_load(file, plugin, &prefix, message);
    if (status != MR_OK)
        return status;
    snprintf(text, sizeof text, "%s%s", prefix, options);
    return mr_interface_open(&config, mr_plugin_type(*plugin), text, interface, message);
}

static void refuse(const char *file, const char *options, const char *sentence) {
    mr_message message = {""};
    mr_plugin *plugin;
    mr_interface *interface;
    CU_ASSERT_NOT_EQUAL(open_model(file, options, &message, &plugin, &interface), MR_OK);
    MR_ASSERT_CONTAINS(message.text, sentence);
    CU_ASSERT_PTR_NULL(interface);
    mr_plugin_unload(plugin);
}

/* a file that is gone after the test of it */
static void write_file(char *file, const void *bytes, size_t size) {
    const int descriptor = mkstemps(file, 4);
    CU_ASSERT_FATAL(descriptor >= 0);
    CU_ASSERT_EQUAL(write(descriptor, bytes, size), (ssize_t)size);
    close(descriptor);
}

static void refuse_text(const char *text, const char *sentence) {
    char file[] = MR_BINARY_DIR "/tests/modelXXXXXX.xml";
    write_file(file, text, strlen(text));
    refuse(file, "", sentence);
    remove(file);
}

static void test_settings_that_are_wrong(void) {
    static const char cart[] = EXAMPLES "/cart_pendulum.xml";
    refuse(cart, "inputs=pull", "the model has no actuator 'pull' (it has: push)");
    refuse(cart, "outputs=angel", "no sensor 'angel' (it has: x, v, angle, omega, tip)");
    refuse(cart, "outputs=qpos:knee", "the model has no joint 'knee' (it has: slide, hinge)");
    refuse(cart, "inputs=force:moon", "the model has no body 'moon' (it has: world, cart");
    refuse(cart, "outputs=colour:cart", "there is no kind of output 'colour'");
    refuse(cart, "inputs=qpos:slide", "there is no kind of input 'qpos'");
    refuse(cart, "outputs='x v x'", "signal 'x' is listed twice");
    refuse(cart, "keyframe=flying", "the model has no keyframe 'flying'");
    refuse(cart, "step=-1", "option step: '-1' is not a step size");
    refuse(cart, "wings=2", "unknown option 'wings'");
    refuse("mujoco", "", "no model is given");
    refuse("mujoco", "file=/nowhere.xml", "'/nowhere.xml' is no model for MuJoCo");
}

static void test_models_that_are_wrong(void) {
    refuse_text("<mujoco><worldbody>", "is no model for MuJoCo: XML parse error");
    refuse_text("<mujoco><worldbody><body><joint type='spin'/></body></worldbody></mujoco>",
                "invalid keyword: 'spin'");
    refuse_text("<nonsense/>", "is no model for MuJoCo");
    refuse_text("", "is no model for MuJoCo");
    /* a moving body without mass */
    refuse_text("<mujoco><worldbody><body><joint type='slide'/></body></worldbody></mujoco>",
                "mass and inertia of moving bodies must be larger than mjMINVAL");
}

/* MuJoCo would wait for ever for somebody who writes into the pipe */
static void test_models_that_name_pipes_and_devices(void) {
    static const char *const models[] = {
        "<asset><hfield name='h' file='/dev/zero' size='1 1 1 1'/></asset>",
        "<include file='folder/pipe'/>",
        "<asset><mesh file='folder/p&#105;pe'/></asset>",
        "<asset><texture type='cube' fileup = \"pipe\"/></asset><compiler texturedir='folder'/>",
        "<compiler strippath='true' meshdir='folder'/><asset><mesh file='far/away/pipe'/></asset>",
        "<include file='folder/inside.xml'/>"};
    char folder[] = MR_BINARY_DIR "/tests/pipesXXXXXX", path[400], inside[400], text[400];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    const char *name = strrchr(folder, '/') + 1;
    snprintf(path, sizeof path, "%s/pipe", folder);
    snprintf(inside, sizeof inside, "%s/inside.xml", folder);
    CU_ASSERT_EQUAL_FATAL(mkfifo(path, 0600), 0);
    FILE *file = fopen(inside, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("<mujoco><asset><mesh file='pipe'/></asset></mujoco>", file);
    fclose(file);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        const char *at = models[i], *place;
        text[0] = '\0';
        for (; (place = strstr(at, "folder")); at = place + strlen("folder"))
            snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s%s", (int)(place - at),
                     at, name);
        char whole[600];
        snprintf(whole, sizeof whole, "<mujoco>%s%s</mujoco>", text, at);
        refuse_text(whole, "it is a pipe or a device, and only plain files are read");
    }
    remove(inside);
    remove(path);
    rmdir(folder);
}

/* MuJoCo ends the program on errors of its own: here it must not */
static void test_binary_models_of_nonsense(void) {
    mr_random random = {5};
    unsigned char bytes[4096];
    for (int round = 0; round < 20; round++) {
        char file[] = MR_BINARY_DIR "/tests/modelXXXXXX.mjb";
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)mr_random_next(&random);
        write_file(file, bytes, round == 0 ? 0 : sizeof bytes);
        refuse(file, "", "MuJoCo");
        remove(file);
    }
}

static void test_an_error_inside_mujoco_is_an_error_of_the_run(void) {
    /* a stack that is much too small: mj_stackAlloc gives up */
    refuse_text("<mujoco><size nstack='1'/><worldbody><body><freejoint/><geom size='1'/></body>"
                "<geom type='plane' size='1 1 1'/></worldbody></mujoco>",
                "MuJoCo: ");
    /* and the next model is none the worse */
    mr_message message = {""};
    mr_plugin *plugin;
    mr_interface *interface;
    CU_ASSERT_EQUAL(open_model(EXAMPLES "/cart_pendulum.xml", "", &message, &plugin, &interface),
                    MR_OK);
    CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
}

static void test_unstable_simulations_say_so(void) {
    static const char *const integrators[] = {"RK4", "Euler", "implicit"};
    for (int i = 0; i < 3; i++) {
        char file[] = MR_BINARY_DIR "/tests/modelXXXXXX.xml", text[600];
        const int size = snprintf(
            text, sizeof text,
            "<mujoco><option timestep='0.1' integrator='%s'/><worldbody><body name='ball'>"
            "<joint name='slide' type='slide' stiffness='1e5'/><geom size='0.1' mass='1'/></body>"
            "</worldbody></mujoco>",
            integrators[i]);
        write_file(file, text, (size_t)size);
        mr_message message = {""};
        mr_plugin *plugin;
        mr_interface *interface;
        CU_ASSERT_EQUAL_FATAL(open_model(file, "inputs=joint:slide", &message, &plugin, &interface),
                              MR_OK);
        mr_status status = mr_interface_start(interface, 0.0, NULL);
        double y = 1.0, u[3];
        for (int k = 0; k < 2000 && status == MR_OK; k++)
            status = mr_interface_exchange(interface, 0.1 * k, &y, MR_MAJOR, u);
        CU_ASSERT_EQUAL(status, MR_ERR_SLAVE_STEP);
        MR_ASSERT_CONTAINS(mr_interface_error(interface), "failed in its step from t = ");
        MR_ASSERT_CONTAINS(mr_interface_error(interface), "MuJoCo: ");
        MR_ASSERT_CONTAINS(mr_interface_error(interface), "unstable");
        /* started anew it is well */
        CU_ASSERT_EQUAL(mr_interface_start(interface, 0.0, &y), MR_OK);
        mr_interface_close(interface);
        mr_plugin_unload(plugin);
        remove(file);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_settings_that_are_wrong),
        MR_TEST(test_models_that_are_wrong),
        MR_TEST(test_models_that_name_pipes_and_devices),
        MR_TEST(test_binary_models_of_nonsense),
        MR_TEST(test_an_error_inside_mujoco_is_an_error_of_the_run),
        MR_TEST(test_unstable_simulations_say_so),
    };
    return mr_test_main("mujoco failures", tests, sizeof tests / sizeof *tests, argc, argv);
}
