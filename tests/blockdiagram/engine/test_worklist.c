/* the list of work goes through blocks and nets as sweeps over all of them would */
#include "engine/worklist.h"
#include "mr_test.h"

#define BLOCKS 20
#define NETS   15

/* what looking at an item changes: some others, the same in both runs */
static int changed_by(int item, int time, int *others) {
    int count = 0;
    for (int k = 0; k < 3 && time < 200; k++)
        if ((item * 7 + time * 13 + k * 5) % 4 != 0)
            others[count++] = (item * 3 + time * 11 + k * 17) % (BLOCKS + NETS);
    return count;
}

static int sweep(int *order) {
    bool queued[BLOCKS + NETS];
    int count = 0, others[3], time = 0;
    for (int i = 0; i < BLOCKS + NETS; i++)
        queued[i] = true;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < BLOCKS + NETS; i++) {
            if (!queued[i])
                continue;
            queued[i] = false;
            order[count++] = i;
            again = true;
            int n = changed_by(i, time++, others);
            for (int k = 0; k < n; k++)
                queued[others[k]] = true;
        }
    }
    return count;
}

static void add(bd_worklist *list, bool *queued, int *numbers, int i) {
    bool is_net = i >= BLOCKS;
    if (!queued[i])
        bd_worklist_add(list, (uint32_t)(is_net ? i - BLOCKS : i), is_net, &numbers[i]);
    queued[i] = true;
}

static void test_order_is_that_of_sweeps(void) {
    static int expected[4000];
    int numbers[BLOCKS + NETS], others[3], time = 0, count = sweep(expected);
    bool queued[BLOCKS + NETS] = {false}, is_net = false;
    bd_arena arena = {0};
    bd_worklist list;
    CU_ASSERT_TRUE_FATAL(bd_worklist_begin(&list, &arena, BLOCKS + NETS));
    for (int i = BLOCKS + NETS; i-- > 0;) {
        numbers[i] = i;
        add(&list, queued, numbers, i);
    }
    CU_ASSERT_TRUE(count > 4 * (BLOCKS + NETS)); /* several sweeps */
    for (const int *item; (item = bd_worklist_take(&list, &is_net)); time++) {
        CU_ASSERT_EQUAL(is_net, *item >= BLOCKS);
        CU_ASSERT_TRUE_FATAL(time < count);
        CU_ASSERT_EQUAL(*item, expected[time]);
        queued[*item] = false;
        int n = changed_by(*item, time, others);
        for (int k = 0; k < n; k++)
            add(&list, queued, numbers, others[k]);
    }
    CU_ASSERT_EQUAL(time, count);
    bd_arena_empty(&arena);
}

static void test_nothing_is_listed_before_it_begins(void) {
    bd_worklist list = {0};
    int number = 0;
    bool is_net = false;
    bd_worklist_add(&list, 0, false, &number);
    CU_ASSERT_PTR_NULL(bd_worklist_take(&list, &is_net));
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_order_is_that_of_sweeps),
        MR_TEST(test_nothing_is_listed_before_it_begins),
    };
    return mr_test_main("blockdiagram_worklist", tests, sizeof tests / sizeof tests[0], argc, argv);
}
