/* library links, model references and subsystem files, found along a path and filled in */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "mr_test.h"
#include "scratch.h"

#define LIBRARY                                                                                    \
    "Library {\n Name \"lib\"\n BlockParameterDefaults {\n  Block {\n   BlockType Saturate\n"      \
    "   LowerLimit \"-7\"\n  }\n }\n System {\n"                                                   \
    "  Block {\n   BlockType SubSystem\n   Name \"Masked\\nGain\"\n   MaskType \"MG\"\n"           \
    "   MaskVariables \"k=@1;mode=@2;\"\n   MaskValueString \"5|high\"\n"                          \
    "   MaskStyleString \"edit,popup(low|high)\"\n   MaskInitialization \"kk = 2*k;\"\n"           \
    "   System {\n    Name \"Masked\\nGain\"\n    Block {\n     BlockType Inport\n"                \
    "     Name \"u\"\n    }\n    Block {\n     BlockType Saturate\n     Name \"s\"\n    }\n"       \
    "    Block {\n     BlockType Outport\n     Name \"y\"\n    }\n"                                \
    "    Line {\n     SrcBlock \"u\"\n     SrcPort 1\n     DstBlock \"s\"\n     DstPort 1\n    "   \
    "}\n"                                                                                          \
    "    Line {\n     SrcBlock \"s\"\n     SrcPort 1\n     DstBlock \"y\"\n     DstPort 1\n    "   \
    "}\n"                                                                                          \
    "   }\n  }\n"                                                                                  \
    "  Block {\n   BlockType Gain\n   Name \"Plain\"\n   Gain \"2\"\n  }\n"                        \
    "  Block {\n   BlockType Reference\n   Name \"Again\"\n"                                       \
    "   SourceBlock \"lib/Masked Gain\"\n   SourceType \"MG\"\n   k \"8\"\n  }\n"                  \
    "  Block {\n   BlockType Reference\n   Name \"Slider\"\n"                                      \
    "   SourceBlock \"simulink/Math\\nOperations/Slider\\nGain\"\n"                                \
    "   SourceType \"Slider Gain\"\n   gain \"1.5\"\n  }\n"                                        \
    "  Block {\n   BlockType SubSystem\n   Name \"Nested\"\n   System {\n    Block {\n"            \
    "     BlockType Reference\n     Name \"inner\"\n     Ports [1, 1]\n"                           \
    "     SourceBlock \"lib/Masked Gain\"\n    }\n   }\n  }\n"                                     \
    "  Block {\n   BlockType SubSystem\n   Name \"Loop\"\n   System {\n    Block {\n"              \
    "     BlockType Reference\n     Name \"inner\"\n     SourceBlock \"lib/Loop2\"\n    }\n"       \
    "   }\n  }\n"                                                                                  \
    "  Block {\n   BlockType SubSystem\n   Name \"Loop2\"\n   System {\n    Block {\n"             \
    "     BlockType Reference\n     Name \"inner\"\n     SourceBlock \"lib/Loop\"\n    }\n"        \
    "   }\n  }\n"                                                                                  \
    "  Block {\n   BlockType Reference\n   Name \"Self\"\n   SourceBlock \"lib/Self\"\n  }\n"      \
    "  Block {\n   BlockType SubSystem\n   Name \"Home\"\n   System {\n    Block {\n"              \
    "     BlockType Reference\n     Name \"inner\"\n     Ports [1, 1]\n"                           \
    "     SourceBlock \"$bdroot/Plain\"\n    }\n   }\n  }\n"                                       \
    " }\n}\n"

static char folder[512];

static void set_up(void) {
    snprintf(folder, sizeof folder, "%s", scratch_folder());
    scratch_text(folder, "lib.mdl", LIBRARY);
}

static bd_status read_links(const char *system, bd_diagram **d, bd_log *log, bd_error *error) {
    const char *path = scratch_text(folder, "m.mdl", model_around(system));
    bd_error_clear(error);
    return bd_diagram_read(path, NULL, d, log, error);
}

static bd_diagram *read_one(const char *source, const char *more) {
    char system[1024];
    bd_diagram *d = NULL;
    bd_error error = {0};
    snprintf(system, sizeof system,
             "Block {\nBlockType Reference\nName \"b\"\nPorts [1, 1]\nSourceBlock \"%s\"\n%s}\n",
             source, more);
    CU_ASSERT_EQUAL(read_links(system, &d, NULL, &error), BD_OK);
    if (!d)
        printf("%s\n", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    return d;
}

static void test_bdroot_is_the_file_in_which_a_link_is_written(void) {
    set_up();
    bd_diagram *d = read_one("lib/Home", "");
    const bd_node *inner = bd_diagram_find(d, "b/inner");
    CU_ASSERT_PTR_NOT_NULL_FATAL(inner);
    CU_ASSERT_PTR_NULL(inner->obstacle);
    CU_ASSERT_STRING_EQUAL(inner->type, "Gain");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(inner, "Gain"), "2");
    bd_diagram_free(d);
}

static void test_a_link_becomes_the_library_block_with_its_own_values(void) {
    set_up();
    bd_diagram *d = read_one("lib/Masked Gain", "k \"9\"\n");
    const bd_node *b = d->root->blocks[0];
    CU_ASSERT_STRING_EQUAL(b->type, "SubSystem");
    CU_ASSERT_STRING_EQUAL(b->name, "b");
    CU_ASSERT_PTR_NULL(b->obstacle);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->mask);
    CU_ASSERT_STRING_EQUAL(b->mask->variables[0].expression, "9");
    /* missing values come from the library */
    CU_ASSERT_STRING_EQUAL(b->mask->variables[1].expression, "2");
    CU_ASSERT_STRING_EQUAL(b->mask->initialization, "kk = 2*k;");
    CU_ASSERT_TRUE(b->link->resolved);
    CU_ASSERT_EQUAL(b->link->kind, BD_LINK_LIBRARY);
    CU_ASSERT_PTR_NOT_NULL_FATAL(b->system);
    CU_ASSERT_EQUAL(b->system->line_count, 2);
    CU_ASSERT_PTR_EQUAL(b->system->lines[0].source.block, b->system->blocks[0]);
    CU_ASSERT_PTR_EQUAL(b->system->lines[0].destinations[0].block, b->system->blocks[1]);
    const bd_node *s = bd_diagram_find(d, "b/s");
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    CU_ASSERT_STRING_EQUAL(s->path, "m/b/s");
    /* block defaults are those of the library's file */
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(s, "LowerLimit"), "-7");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(s, "UpperLimit"), "0.5");
    bd_diagram_free(d);
}

static void test_links_to_plain_blocks_links_and_nested_links(void) {
    set_up();
    bd_diagram *d = read_one("lib/Plain", "");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, "Gain");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(d->root->blocks[0], "Gain"), "2");
    bd_diagram_free(d);
    d = read_one("lib/Again", "mode \"low\"\n");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->mask->variables[0].value, "8");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->mask->variables[1].expression, "1");
    bd_diagram_free(d);
    d = read_one("lib/Nested", "");
    CU_ASSERT_PTR_NOT_NULL(bd_diagram_find(d, "m/b/inner/s"));
    bd_diagram_free(d);
    d = read_one("lib/Slider", "high \"4\"\n");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, "Slider Gain");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(d->root->blocks[0], "gain"), "1.5");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(d->root->blocks[0], "high"), "4");
    bd_diagram_free(d);
}

static void test_blocks_of_simulinks_own_libraries(void) {
    static const struct {
        const char *source, *source_type, *type;
    } cases[] = {
        {"simulink/Sources/Ramp", "Ramp", "Ramp"},
        {"simulink/Sources/Chirp Signal", "chirp", "Chirp Signal"},
        {"simulink/Sources/Repeating\\nSequence", "Repeating table", "Repeating Sequence"},
        {"simulink3/Sources/Band-Limited\\nWhite Noise", "Band-Limited White Noise.",
         "Band-Limited White Noise"},
        {"simulink/Logic and Bit\\nOperations/Compare\\nTo Constant", "Compare To Constant",
         "Compare To Constant"},
        {"simulink/Discontinuities/Coulomb &\\nViscous Friction", "Coulombic and Viscous Friction",
         "Coulomb & Viscous Friction"},
        {"simulink/Continuous/PID Controller", "PID 1dof", "PID Controller"},
        {"simulink_extras/Additional\\nLinear/PID Controller", "PID Controller",
         "PID Controller (extras)"},
        {"simulink_extras/Additional\\nLinear/PID Controller\\n(with Approximate\\nDerivative)",
         "PID(2) Controller", "PID Controller (with Approximate Derivative)"},
        {"pid_lib/PID Controller", "PID 1dof", "PID Controller"},
        {"simulink_extras/Transformations/Degrees to\\nRadians", "DegreesToRadians",
         "Degrees to Radians"},
        {"simulink_extras/Transformations/Something", "CelsiusToFahrenheit",
         "Celsius to Fahrenheit"},
        {"simulink_extras/Transformations/Polar to\\nCartesian", "", "Polar to Cartesian"},
        {"simulink/Signal\\nAttributes/Data Type\\nConversion\\nInherited", "Conversion Inherited",
         "Data Type Conversion Inherited"},
        {"built-in/Gain", "", "Gain"},
        {"simulink/Math\\nOperations/Math\\nFunction", "", "Math"},
        {"simulink/Somewhere/New Thing", "", "New Thing"},
    };
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char more[256];
        snprintf(more, sizeof more, "SourceType \"%s\"\n", cases[i].source_type);
        bd_diagram *d = read_one(cases[i].source, more);
        CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, cases[i].type);
        CU_ASSERT_EQUAL(d->root->blocks[0]->link->kind, BD_LINK_BUILT_IN);
        CU_ASSERT_PTR_NULL(d->root->blocks[0]->obstacle);
        bd_diagram_free(d);
    }
}

/* masks before MaskVariables: the initialisation names them by number; handles are code */
static void test_oldest_masks(void) {
    set_up();
    bd_diagram *d = NULL;
    bd_log log = {0};
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(read_links("Block {\nBlockType SubSystem\nName \"a\"\nMaskType \"x\"\n"
                                     "MaskInitialization \"K = @1; name=&2;\\nf=@sin; c = K*2;\"\n"
                                     "MaskValueString \"3|word\"\nSystem {\nName \"a\"\n}\n}\n",
                                     &d, &log, &error),
                          BD_OK);
    const bd_mask *mask = d->root->blocks[0]->mask;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mask);
    CU_ASSERT_EQUAL_FATAL(mask->count, 2);
    CU_ASSERT_STRING_EQUAL(mask->variables[0].name, "K");
    CU_ASSERT_STRING_EQUAL(mask->variables[0].value, "3");
    CU_ASSERT_TRUE(mask->variables[0].evaluate);
    CU_ASSERT_STRING_EQUAL(mask->variables[1].name, "name");
    CU_ASSERT_STRING_EQUAL(mask->variables[1].value, "word");
    CU_ASSERT_FALSE(mask->variables[1].evaluate);
    MR_ASSERT_CONTAINS(mask->initialization, "f=@sin; c = K*2;");
    CU_ASSERT_PTR_NULL(strstr(mask->initialization, "@1"));
    bd_diagram_free(d);
    bd_log_free(&log);
}

static void test_missing_libraries_are_all_named(void) {
    set_up();
    bd_diagram *d = NULL;
    bd_log log = {0};
    bd_error error = {0};
    CU_ASSERT_EQUAL(
        read_links("Block {\nBlockType Reference\nName \"a\"\nSourceBlock \"nolib/x\"\n}\n"
                   "Block {\nBlockType Reference\nName \"e\"\nSourceBlock \"dspsrcs4/y\"\n}\n"
                   "Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"lib/nothing\"\n}\n"
                   "Block {\nBlockType Reference\nName \"c\"\nSourceBlock \"\"\n}\n"
                   "Block {\nBlockType Reference\nName \"d\"\nSourceBlock \"../m/a\"\n}\n",
                   &d, &log, &error),
        BD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(d);
    CU_ASSERT_EQUAL_FATAL(log.count, 0); /* told if such a block is to be run */
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_PTR_NOT_NULL_FATAL(d->root->blocks[i]->obstacle);
    MR_ASSERT_CONTAINS(d->root->blocks[0]->obstacle, "links to library 'nolib', which");
    MR_ASSERT_CONTAINS(d->root->blocks[1]->obstacle, "'dspsrcs4' (DSP System Toolbox), which");
    MR_ASSERT_CONTAINS(d->root->blocks[2]->obstacle, "'lib/nothing'");
    MR_ASSERT_CONTAINS(d->root->blocks[3]->obstacle, "without a source");
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, "Reference");
    bd_diagram_free(d);
    bd_log_free(&log);
}

static void test_cyclic_links_are_refused(void) {
    static const char *const sources[] = {"lib/Loop", "lib/Self"};
    set_up();
    for (size_t i = 0; i < 2; i++) {
        char system[256];
        bd_diagram *d = NULL;
        bd_error error = {0};
        snprintf(system, sizeof system,
                 "Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"%s\"\n}\n", sources[i]);
        CU_ASSERT_EQUAL(read_links(system, &d, NULL, &error), BD_BAD_FILE);
        MR_ASSERT_CONTAINS(error.text, "leads back to itself");
        CU_ASSERT_PTR_NULL(d);
    }
}

/* each level holds two links to the next: 2^30 blocks if nobody stopped it */
static void test_exploding_links_are_refused(void) {
    set_up();
    char *text = malloc(30 * 400 + 100);
    size_t used = (size_t)sprintf(text, "Library {\n Name \"big\"\n System {\n");
    for (int i = 0; i < 30; i++)
        used +=
            (size_t)sprintf(text + used,
                            "Block {\nBlockType SubSystem\nName \"l%d\"\nSystem {\n"
                            "Block {\nBlockType Reference\nName \"a\"\nSourceBlock \"big/l%d\"\n}\n"
                            "Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"big/l%d\"\n}\n"
                            "}\n}\n",
                            i, i + 1, i + 1);
    sprintf(text + used, " }\n}\n");
    scratch_text(folder, "big.mdl", text);
    free(text);
    bd_diagram *d = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL(
        read_links("Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"big/l0\"\n}\n", &d,
                   NULL, &error),
        BD_LIMIT_EXCEEDED);
    MR_ASSERT_CONTAINS(error.text, "links expand to more than");
}

static void test_search_path_and_memory(void) {
    set_up();
    static const char system[] =
        "Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"lib/Plain\"\n}\n";
    const char *text = model_around(system);
    bd_error error = {0};
    bd_diagram *d = NULL;
    CU_ASSERT_EQUAL(bd_diagram_read_memory(text, strlen(text), "x.mdl", NULL, &d, NULL, &error),
                    BD_OK);
    CU_ASSERT_PTR_NOT_NULL(d->root->blocks[0]->obstacle);
    bd_diagram_free(d);
    const char *folders[] = {"/nonexistent", folder};
    bd_search_path search = {folders, 2};
    CU_ASSERT_EQUAL(bd_diagram_read_memory(text, strlen(text), "x.mdl", &search, &d, NULL, &error),
                    BD_OK);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->type, "Gain");
    bd_diagram_free(d);
}

static void test_a_referenced_model_becomes_an_atomic_subsystem(void) {
    set_up();
    scratch_text(folder, "part.mdl",
                 "Model {\nName \"part\"\nParameterArgumentNames \"a, b\"\nWSMCode \"c = 3;\"\n"
                 "System {\nBlock {\nBlockType Inport\nName \"u\"\n}\nBlock {\nBlockType Gain\n"
                 "Name \"g\"\n}\nBlock {\nBlockType Outport\nName \"y\"\n}\n}\n}\n");
    bd_diagram *d = NULL, *again = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(
        read_links("Block {\nBlockType ModelReference\nName \"r\"\nPorts [1, 1]\n"
                   "ModelNameDialog \"part.mdl\"\nParameterArgumentValues \"max(1,2), k\"\n}\n",
                   &d, NULL, &error),
        BD_OK);
    const bd_node *r = d->root->blocks[0];
    CU_ASSERT_STRING_EQUAL(r->type, "SubSystem");
    CU_ASSERT_STRING_EQUAL(bd_node_parameter(r, "TreatAsAtomicUnit"), "on");
    CU_ASSERT_EQUAL(r->link->kind, BD_LINK_MODEL);
    CU_ASSERT_EQUAL(r->ports[BD_PORT_INPUT], 1);
    CU_ASSERT_EQUAL_FATAL(r->mask->count, 2);
    CU_ASSERT_STRING_EQUAL(r->mask->variables[0].expression, "max(1,2)");
    CU_ASSERT_STRING_EQUAL(r->mask->variables[1].name, "b");
    CU_ASSERT_STRING_EQUAL(r->mask->initialization, "c = 3;");
    CU_ASSERT_PTR_NOT_NULL(bd_diagram_find(d, "m/r/g"));
    /* the reference is written as a reference, and reads back the same */
    char path[600], what[256];
    snprintf(path, sizeof path, "%s/m.mdl", folder);
    CU_ASSERT_EQUAL(bd_diagram_write(d, path, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
    CU_ASSERT_TRUE(diagrams_equal(d, again, what, sizeof what));
    bd_diagram_free(d);
    bd_diagram_free(again);
    CU_ASSERT_EQUAL(read_links("Block {\nBlockType ModelReference\nName \"r\"\n"
                               "ModelName \"m\"\n}\n",
                               &d, NULL, &error),
                    BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "leads back to itself");
}

static void test_a_subsystem_file(void) {
    set_up();
    scratch_text(folder, "sub.mdl",
                 "Model {\n}\n__MWOPC_PACKAGE_BEGIN__ R2021b\n"
                 "__MWOPC_PART_BEGIN__ /simulink/blockdiagram.xml\n"
                 "<?xml version=\"1.0\"?>\n<ModelInformation><Subsystem>"
                 "<System><Block BlockType=\"Inport\" Name=\"u\" SID=\"1\"/>"
                 "<Block BlockType=\"Terminator\" Name=\"t\" SID=\"2\"/>"
                 "<Line><P Name=\"Src\">1#out:1</P><P Name=\"Dst\">2#in:1</P></Line></System>"
                 "</Subsystem></ModelInformation>\n__MWOPC_PACKAGE_END__\n");
    bd_diagram *d = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(read_links("Block {\nBlockType SubSystem\nName \"s\"\nPorts [1]\n"
                                     "ReferencedSubsystem \"sub\"\n}\n",
                                     &d, NULL, &error),
                          BD_OK);
    const bd_node *s = d->root->blocks[0];
    CU_ASSERT_EQUAL(s->link->kind, BD_LINK_SUBSYSTEM);
    CU_ASSERT_PTR_NOT_NULL_FATAL(s->system);
    CU_ASSERT_EQUAL(s->system->line_count, 1);
    CU_ASSERT_EQUAL(s->ports[BD_PORT_INPUT], 1);
    bd_diagram_free(d);
    /* a model is no subsystem file */
    CU_ASSERT_EQUAL_FATAL(read_links("Block {\nBlockType ModelReference\nName \"s\"\n"
                                     "ModelName \"sub\"\n}\n",
                                     &d, NULL, &error),
                          BD_OK);
    MR_ASSERT_CONTAINS(d->root->blocks[0]->obstacle, "is no model");
    bd_diagram_free(d);
}

static void test_changed_values_of_a_link_are_written(void) {
    set_up();
    bd_diagram *d = read_one("lib/Masked Gain", "k \"9\"\n"), *again = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_node_set(d->root->blocks[0], "k", "11"), BD_OK);
    char path[600], what[256];
    snprintf(path, sizeof path, "%s/changed.mdl", folder);
    CU_ASSERT_EQUAL(bd_diagram_write(d, path, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &again, NULL, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(again->root->blocks[0]->mask->variables[0].value, "11");
    CU_ASSERT_TRUE(diagrams_equal(d, again, what, sizeof what));
    bd_diagram_free(d);
    bd_diagram_free(again);
}

static void test_instance_data_are_values(void) {
    set_up();
    char path[600];
    bd_diagram *d = NULL;
    bd_error error = {0};
    snprintf(path, sizeof path, "%s",
             scratch_text(folder, "x.mdl",
                          "__MWOPC_PACKAGE_BEGIN__ R2021b\n"
                          "__MWOPC_PART_BEGIN__ /simulink/blockdiagram.xml\n"
                          "<ModelInformation><Model><System>"
                          "<Block BlockType=\"Reference\" Name=\"r\" SID=\"1\">"
                          "<P Name=\"SourceBlock\">lib/Masked\nGain</P>"
                          "<InstanceData><P Name=\"k\">12</P></InstanceData></Block>"
                          "</System></Model></ModelInformation>\n__MWOPC_PACKAGE_END__\n"));
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &d, NULL, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(d->root->blocks[0]->mask->variables[0].value, "12");
    bd_diagram_free(d);
}

static void test_a_broken_library_is_an_error_with_its_line(void) {
    set_up();
    scratch_text(folder, "lib.mdl", "Library {\n System {\n  Block {\n");
    bd_diagram *d = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL(
        read_links("Block {\nBlockType Reference\nName \"b\"\nSourceBlock \"lib/x\"\n}\n", &d, NULL,
                   &error),
        BD_BAD_FILE);
    MR_ASSERT_CONTAINS(error.text, "lib.mdl:4: the file ends inside section 'Block'");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_bdroot_is_the_file_in_which_a_link_is_written),
        MR_TEST(test_a_link_becomes_the_library_block_with_its_own_values),
        MR_TEST(test_links_to_plain_blocks_links_and_nested_links),
        MR_TEST(test_blocks_of_simulinks_own_libraries),
        MR_TEST(test_oldest_masks),
        MR_TEST(test_missing_libraries_are_all_named),
        MR_TEST(test_cyclic_links_are_refused),
        MR_TEST(test_exploding_links_are_refused),
        MR_TEST(test_search_path_and_memory),
        MR_TEST(test_a_referenced_model_becomes_an_atomic_subsystem),
        MR_TEST(test_a_subsystem_file),
        MR_TEST(test_changed_values_of_a_link_are_written),
        MR_TEST(test_instance_data_are_values),
        MR_TEST(test_a_broken_library_is_an_error_with_its_line),
    };
    return mr_test_main("file_links", tests, sizeof tests / sizeof *tests, argc, argv);
}
