/* the files of template/, as they are, inside of the library */
#ifndef PAGES_ASSETS_H
#define PAGES_ASSETS_H

#include <stddef.h>
#include <stdio.h>

typedef struct pg_asset {
    const unsigned char *bytes;
    size_t size;
} pg_asset;

extern const pg_asset pg_asset_page_html, pg_asset_page_css, pg_asset_diagram_css, pg_asset_page_js,
    pg_asset_diagram_js, pg_asset_series_js, pg_asset_plot_js, pg_asset_runs_js, pg_asset_scene_js,
    pg_asset_mechanism_js;

static inline void pg_asset_write(FILE *out, const pg_asset *asset) {
    fwrite(asset->bytes, 1, asset->size, out);
}

#endif
