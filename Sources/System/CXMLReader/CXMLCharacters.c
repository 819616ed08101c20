#include "CXMLCharacters.h"

#include <stddef.h>

/* Bytes that are looked at together: nearly all are plain, and so many at once cost little. */
enum { block = 32 };

/* The least character that needs so many bytes; a smaller one has a shorter form. */
static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

int cxml_is_character(uint32_t scalar) {
    if (scalar < 0x20) return scalar == '\t' || scalar == '\n' || scalar == '\r';
    if (scalar >= 0xD800 && scalar < 0xE000) return 0;
    return scalar <= 0x10FFFF && scalar != 0xFFFE && scalar != 0xFFFF;
}

/* Whether a block is ASCII without control characters but white space. */
static int is_plain(const uint8_t *at) {
    uint8_t odd = 0;
    for (int index = 0; index < block; index++) {
        uint8_t byte = at[index];
        /* As a signed number, what is not ASCII is small too. */
        odd |= (int8_t)byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    }
    return odd == 0;
}

/* How many bytes a character has by its first one; 0 where none begins with it. */
static ptrdiff_t length_by(uint8_t first) {
    if (first < 0x80) return 1;
    if (first < 0xC0 || first >= 0xF8) return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* The place behind a character, or NULL where there is none that XML may hold. */
static const uint8_t *behind_character(const uint8_t *at, const uint8_t *end) {
    ptrdiff_t length = length_by(*at);
    if (length == 0 || length > end - at) return NULL;
    uint32_t scalar = length == 1 ? *at : (uint32_t)(*at & (0x7F >> length));
    for (ptrdiff_t index = 1; index < length; index++) {
        if ((at[index] & 0xC0) != 0x80) return NULL;
        scalar = scalar << 6 | (at[index] & 0x3F);
    }
    return scalar >= least[length] && cxml_is_character(scalar) ? at + length : NULL;
}

int cxml_are_characters(const uint8_t *bytes, uint32_t length) {
    const uint8_t *at = bytes;
    const uint8_t *end = bytes + length;
    while (at < end) {
        const uint8_t *next = end - at < block ? end : at + block;
        if (next - at == block && is_plain(at)) {
            at = next;
            continue;
        }
        while (at < next) {
            at = behind_character(at, end);
            if (at == NULL) return 0;
        }
    }
    return 1;
}
