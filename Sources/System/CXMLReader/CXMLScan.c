#include "CXMLReader.h"

#include <string.h>

#include "CXMLCharacters.h"

/* Where a scan is in a document, and what it has counted. */
typedef struct {
    const uint8_t *start;
    const uint8_t *at;
    const uint8_t *end;
    cxml_limits limits;
    uint32_t elements;
    uint32_t depth;
} scan;

static int begins(const uint8_t *at, const uint8_t *end, const char *word) {
    size_t count = strlen(word);
    return (size_t)(end - at) >= count && memcmp(at, word, count) == 0;
}

/* The place behind the next `word`, or NULL where there is none. */
static const uint8_t *behind(const uint8_t *at, const uint8_t *end, const char *word) {
    size_t count = strlen(word);
    while ((size_t)(end - at) >= count) {
        at = memchr(at, word[0], (size_t)(end - at) - count + 1);
        if (at == NULL) return NULL;
        if (memcmp(at, word, count) == 0) return at + count;
        at += 1;
    }
    return NULL;
}

static int is_space(uint8_t byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The value of a digit, or 16 where it is none. */
static uint32_t digit(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    uint8_t letter = byte | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
}

/* Whether behind "&#" a number of a character follows. */
static int is_number(const uint8_t *at, const uint8_t *end) {
    uint32_t base = at < end && *at == 'x' ? 16 : 10;
    if (base == 16) at += 1;
    const uint8_t *first = at;
    uint32_t scalar = 0;
    for (; at < end && digit(*at) < base; at++) {
        scalar = scalar * base + digit(*at);
        if (scalar > 0x10FFFF) return 0;
    }
    return at > first && at < end && *at == ';' && cxml_is_character(scalar);
}

/*
 * What is wrong with the reference behind an `&`: no entity is known but the five of XML. Source:
 * XML 1.0, productions 66 and 68, and 4.6.
 */
static int32_t reference(const uint8_t *at, const uint8_t *end) {
    static const char *const entities[] = {"amp;", "lt;", "gt;", "quot;", "apos;"};
    if (at == end) return CXML_MALFORMED;
    if (*at == '#') return is_number(at + 1, end) ? CXML_OK : CXML_MALFORMED;
    for (size_t index = 0; index < sizeof entities / sizeof *entities; index++) {
        if (begins(at, end, entities[index])) return CXML_OK;
    }
    uint8_t letter = *at | 0x20;
    int begins_name =
        (letter >= 'a' && letter <= 'z') || *at == '_' || *at == ':' || *at >= 0x80;
    return begins_name ? CXML_ENTITY : CXML_MALFORMED;
}

/* Text up to the next markup. Source: XML 1.0, production 14: "]]>" is not in it. */
static int32_t text(scan *state) {
    const uint8_t *end = memchr(state->at, '<', (size_t)(state->end - state->at));
    if (end == NULL) end = state->end;
    if (behind(state->at, end, "]]>") != NULL) return CXML_MALFORMED;
    const uint8_t *at = state->at;
    while ((at = memchr(at, '&', (size_t)(end - at))) != NULL) {
        at += 1;
        int32_t error = reference(at, end);
        if (error != CXML_OK) return error;
    }
    state->at = end;
    return CXML_OK;
}

/*
 * The XML declaration, where there is one. Source: XML 1.0, productions 22 to 26: none of it is a
 * `<`.
 */
static int32_t declaration(scan *state) {
    const uint8_t *at = state->at;
    if (!begins(at, state->end, "<?xml") || state->end - at < 6 || !is_space(at[5])) {
        return CXML_OK;
    }
    const uint8_t *next = behind(at + 6, state->end, "?>");
    if (next == NULL) return CXML_MALFORMED;
    if (memchr(at + 6, '<', (size_t)(next - at) - 6) != NULL) return CXML_MALFORMED;
    state->at = next;
    return CXML_OK;
}

/*
 * Whether the target behind a "<?" is that of the declaration, in any case of its letters. Source:
 * XML 1.0, production 17: no instruction has it.
 */
static int names_declaration(const uint8_t *at, const uint8_t *end) {
    if (end - at < 3) return 0;
    if ((at[0] | 0x20) != 'x' || (at[1] | 0x20) != 'm' || (at[2] | 0x20) != 'l') return 0;
    return end - at == 3 || is_space(at[3]) || at[3] == '?';
}

/* Goes on behind what ends with a word, and begins behind `at`. */
static int32_t pass(scan *state, const uint8_t *at, const char *word) {
    state->at = behind(at, state->end, word);
    return state->at == NULL ? CXML_MALFORMED : CXML_OK;
}

/* Source: XML 1.0, production 15: "--" comes only at the end of a comment. */
static int32_t comment(scan *state) {
    int32_t error = pass(state, state->at + strlen("<!--"), "--");
    if (error != CXML_OK) return error;
    if (state->at == state->end || *state->at != '>') return CXML_MALFORMED;
    state->at += 1;
    return CXML_OK;
}

/*
 * A start tag up to its end. Each attribute has one `=` outside quotes, and nothing else in a tag
 * has; no value holds a `<`. Source: XML 1.0, productions 10, 25, 40 and 41.
 */
static int32_t tag(scan *state, uint32_t *attributes) {
    uint8_t quote = 0;
    for (const uint8_t *at = state->at + 1; at < state->end; at++) {
        uint8_t byte = *at;
        if (byte == '<') return CXML_MALFORMED;
        if (byte == '&') {
            int32_t error = reference(at + 1, state->end);
            if (error != CXML_OK) return error;
        } else if (quote != 0) {
            if (byte == quote) quote = 0;
        } else if (byte == '"' || byte == '\'') {
            quote = byte;
        } else if (byte == '=') {
            *attributes += 1;
        } else if (byte == '>') {
            state->at = at + 1;
            return CXML_OK;
        }
    }
    return CXML_MALFORMED;
}

/* An element's start, which counts. */
static int32_t start(scan *state) {
    uint32_t attributes = 0;
    int32_t error = tag(state, &attributes);
    if (attributes > state->limits.attributes) return CXML_TOO_MANY_ATTRIBUTES;
    if (error != CXML_OK) return error;
    if (state->depth >= state->limits.depth) return CXML_TOO_DEEP;
    if (++state->elements > state->limits.elements) return CXML_TOO_MANY_ELEMENTS;
    int is_empty = state->at[-2] == '/';
    if (!is_empty) state->depth += 1;
    return CXML_OK;
}

/* What begins with a `<`. */
static int32_t markup(scan *state) {
    const uint8_t *at = state->at;
    const uint8_t *end = state->end;
    if (begins(at, end, "</")) {
        if (state->depth > 0) state->depth -= 1;
        state->at += 2;
        return CXML_OK;
    }
    if (begins(at, end, "<!--")) return comment(state);
    if (begins(at, end, "<![CDATA[")) return pass(state, at + strlen("<![CDATA["), "]]>");
    if (begins(at, end, "<?")) {
        int is_late = at > state->start && names_declaration(at + strlen("<?"), end);
        return is_late ? CXML_LATE_DECLARATION : CXML_INSTRUCTION;
    }
    /*
     * What else begins so is a document type declaration, or stands in one; none can stand inside
     * the root. As none gets further than this, no entity is ever declared, so that neither
     * expansion nor inclusion of files is a matter of the parser's settings alone. Source: XML 1.0,
     * productions 22, 28 and 28b.
     */
    if (begins(at, end, "<!")) {
        int is_doctype = state->depth == 0 || begins(at, end, "<!DOCTYPE");
        return is_doctype ? CXML_DOCTYPE : CXML_MALFORMED;
    }
    return start(state);
}

int32_t cxml_scan(const uint8_t *bytes, uint32_t length, cxml_limits limits) {
    if (!cxml_are_characters(bytes, length)) return CXML_MALFORMED;
    scan state = {.start = bytes, .at = bytes, .end = bytes + length, .limits = limits};
    int32_t error = declaration(&state);
    while (error == CXML_OK && state.at < state.end) {
        error = *state.at == '<' ? markup(&state) : text(&state);
    }
    return error;
}
