/* parameters that blocks write while the model runs. The owner reads them again (retune), from a
 * text that its run has in place of the diagram's */
#include "engine/engine.h"
#include "engine/run.h"
#include "engine/tune.h"

#include <stdlib.h>
#include <string.h>

bd_status bd_block_claim_parameter(bd_block *block, const bd_node *owner, const char *parameter) {
    bd_block *peer = bd_block_peer(block, owner);
    if (!peer || peer->engine->routing)
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "its owner %s takes no part in the run as a block of its own",
                             owner->path);
    if (block->engine->run)
        return BD_OK;
    if (!bd_is_tunable(peer, parameter))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the parameter %.60s of %s (%s) cannot be changed in a run", parameter,
                             owner->path, peer->type->name);
    block->engine->writes_to = peer;
    peer->engine->written = true;
    /* what changes is not computed once */
    peer->refuses_constant = true;
    if (peer->rate_count == 1 && bd_sample_is_constant(peer->rates->sample_time))
        return bd_block_set_sample_time(peer, BD_FIXED_IN_MINOR);
    return BD_OK;
}

static bd_own_text *text_of(bd_block *owner, const char *parameter) {
    bd_own_text *own = owner->engine->own_texts;
    while (own && strcmp(own->name, parameter) != 0)
        own = own->next;
    if (own)
        return own;
    own = bd_arena_alloc(&owner->engine->home->arena, sizeof *own);
    if (own)
        *own = (bd_own_text){owner->engine->own_texts, parameter, NULL};
    return own;
}

/* values that were read before, and have been read again: their memory is free, and their places
 * in the list are for the next ones. false: the block has not looked */
static bool forget_older(bd_block *owner, bd_kept_value *older, const char *parameter) {
    bool again = false;
    for (const bd_kept_value *kept = owner->engine->kept; kept && kept != older; kept = kept->next)
        again = again || bd_is_one_of(parameter, kept->name);
    for (bd_kept_value *kept = older; again && kept; kept = kept->next)
        if (bd_is_one_of(parameter, kept->name)) {
            bd_value_free(kept->value);
            free(kept->numbers);
            *kept = (bd_kept_value){.next = kept->next, .name = ""};
        }
    return again;
}

bd_status bd_block_write_parameter(bd_block *block, const bd_node *node, const char *parameter,
                                   const char *text) {
    bd_block *owner = bd_block_peer(block, node);
    bd_own_text *own = text_of(owner, parameter);
    if (!own)
        return bd_block_no_memory(block);
    if (!text)
        text = bd_block_text(owner->engine->compiled, parameter);
    own->text = text;
    owner->engine->own_texts = own;
    bd_kept_value *older = owner->engine->kept;
    bd_status status = owner->type->retune(owner);
    if (status == BD_OK && !forget_older(owner, older, parameter))
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "the parameter %.60s of %s (%s) cannot be changed in a run", parameter,
                             node->path, owner->type->name);
    return status;
}
