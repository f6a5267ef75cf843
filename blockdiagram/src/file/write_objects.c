/* objects beside the keys of a diagram, since 8.0: where windows are, what is logged, how tasks
 * hand over data. Nothing of them matters for results */
#include "file/write.h"

bd_file_item *bd_write_object(bd_writer *w, bd_file_item *parent, const char *property,
                              const char *class) {
    bd_file_item *object = bd_item_section(&w->items, parent, "Object");
    bd_item_quoted(&w->items, object, "$PropName", property);
    bd_item_bare(&w->items, object, "$ObjectID", "%d", w->next_object++);
    bd_item_quoted(&w->items, object, "$ClassName", class);
    return object;
}

void bd_write_windows(bd_writer *w, bd_file_item *parent) {
    bd_items *items = &w->items;
    bd_file_item *info = bd_write_object(w, parent, "BdWindowsInfo", "Simulink.BDWindowsInfo");
    bd_file_item *window = bd_write_object(w, info, "WindowsInfo", "Simulink.WindowInfo");
    bd_item_property(items, window, "IsActive", "logical", "1");
    bd_item_property(items, window, "Location", "double", "[100.0, 100.0, 900.0, 600.0]");
    bd_file_item *browser =
        bd_write_object(w, window, "ModelBrowserInfo", "Simulink.ModelBrowserInfo");
    bd_item_property(items, browser, "Visible", "logical", "0");
    bd_item_property(items, browser, "DockPosition", "char", "Left");
    bd_item_property(items, browser, "Width", "int32", "50");
    bd_item_property(items, browser, "Height", "int32", "50");
    bd_item_property(items, browser, "Filter", "int32", "9");
    bd_file_item *bar = bd_write_object(w, window, "ExplorerBarInfo", "Simulink.ExplorerBarInfo");
    bd_item_property(items, bar, "Visible", "logical", "1");
    bd_file_item *editor = bd_write_object(w, window, "EditorsInfo", "Simulink.EditorInfo");
    bd_item_property(items, editor, "IsActive", "logical", "1");
    bd_item_property(items, editor, "ViewObjType", "char", "SimulinkTopLevel");
    bd_item_property(items, editor, "LoadSaveID", "char", "0");
    bd_item_property(items, editor, "Extents", "double", "[850.0, 450.0]");
    bd_item_property(items, editor, "ZoomFactor", "double", "1.0");
    bd_item_property(items, editor, "Offset", "double", "[0.0, 0.0]");
}

static bd_file_item *cells(bd_writer *w, bd_file_item *parent) {
    bd_file_item *array = bd_item_section(&w->items, parent, "Array");
    bd_item_quoted(&w->items, array, "Type", "Cell");
    bd_item_bare(&w->items, array, "Dimension", "1");
    return array;
}

void bd_write_logging(bd_writer *w, bd_file_item *parent) {
    bd_items *items = &w->items;
    bd_file_item *info = bd_write_object(w, parent, "DataLoggingOverride",
                                         "Simulink.SimulationData.ModelLoggingInfo");
    bd_item_property(items, info, "model_", "char", w->name);
    bd_item_property(items, info, "overrideMode_", "uint32", "0U");
    bd_file_item *models = cells(w, info);
    bd_item_quoted(items, models, "Cell", w->name);
    bd_item_quoted(items, models, "PropName", "logAsSpecifiedByModels_");
    bd_file_item *numbers = cells(w, info);
    bd_item_property(items, numbers, "Cell", "double", "[]");
    bd_item_quoted(items, numbers, "PropName", "logAsSpecifiedByModelsSSIDs_");
}

void bd_write_transfer(bd_writer *w, bd_file_item *parent) {
    bd_items *items = &w->items;
    bd_file_item *transfer =
        bd_write_object(w, parent, "DataTransfer", "Simulink.GlobalDataTransfer");
    bd_item_property(items, transfer, "DefaultTransitionBetweenSyncTasks", "char",
                     "Ensure deterministic transfer (maximum delay)");
    bd_item_property(items, transfer, "DefaultTransitionBetweenAsyncTasks", "char",
                     "Ensure data integrity only");
    bd_item_property(items, transfer, "DefaultTransitionBetweenContTasks", "char",
                     "Ensure deterministic transfer (minimum delay)");
    bd_item_property(items, transfer, "DefaultExtrapolationMethodBetweenContTasks", "char", "None");
    bd_item_property(items, transfer, "AutoInsertRateTranBlk", "logical", "0");
}
