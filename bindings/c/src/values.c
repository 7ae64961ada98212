#include "values.h"

#include "json.h"

/* A unit that lacks a part is none. */
static takt_unit read_unit(const char *json, char name[104], char base[104]) {
    takt_unit unit = { 0 };
    if (tk_json_text(tk_json_field(json, "name"), name, 104) && tk_json_text(tk_json_field(json, "base"), base, 104)
        && tk_json_real(tk_json_field(json, "factor"), &unit.factor)
        && tk_json_real(tk_json_field(json, "offset"), &unit.offset)) {
        unit.name = name;
        unit.base = base;
        return unit;
    }
    return (takt_unit) { 0 };
}

void tk_values_read(tk_values *values, const char *json) {
    if (tk_json_text(tk_json_field(json, "type"), values->type, sizeof values->type)) {
        values->told.type = values->type;
    }
    values->told.unit = read_unit(tk_json_field(json, "unit"), values->unit[0], values->base[0]);
    values->told.wanted = read_unit(tk_json_field(json, "wanted"), values->unit[1], values->base[1]);
}
