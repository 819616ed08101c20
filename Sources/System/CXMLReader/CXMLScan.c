#include "CXMLScan.h"

#include <string.h>

#include "CXMLReader.h"

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

static int begins(const uint8_t *at, const uint8_t *end, const char *word) {
    size_t count = strlen(word);
    return (size_t)(end - at) >= count && memcmp(at, word, count) == 0;
}

/*
 * The place behind a start tag, or NULL where it does not end. Each attribute has one `=` outside
 * quotes, and nothing else in a tag has. Source: XML 1.0, productions 10, 25, 40 and 41.
 */
static const uint8_t *behind_tag(const uint8_t *at, const uint8_t *end, uint32_t *attributes) {
    while (at < end) {
        uint8_t byte = *at++;
        if (byte == '>') return at;
        if (byte == '=') *attributes += 1;
        if (byte == '"' || byte == '\'') {
            at = memchr(at, byte, (size_t)(end - at));
            if (at == NULL) return NULL;
            at += 1;
        }
    }
    return NULL;
}

int32_t cxml_scan(const uint8_t *bytes, uint32_t length, uint32_t attributes) {
    if (length == 0) return CXML_OK;
    const uint8_t *at = bytes;
    const uint8_t *end = bytes + length;
    /* What else does not end is for the parser to refuse: there is nothing behind it to scan. */
    while (at != NULL && at < end) {
        at = memchr(at, '<', (size_t)(end - at));
        if (at == NULL) break;
        if (begins(at, end, "<!--")) {
            /* Source: XML 1.0, production 15: "--" comes only at the end of a comment. */
            at = behind(at + 4, end, "--");
            if (at == NULL || at == end || *at != '>') return CXML_MALFORMED;
        } else if (begins(at, end, "<![CDATA[")) {
            at = behind(at + 9, end, "]]>");
        } else if (begins(at, end, "<?")) {
            at = behind(at + 2, end, "?>");
        } else if (begins(at, end, "<!") || begins(at, end, "</")) {
            at += 2;
        } else {
            uint32_t count = 0;
            at = behind_tag(at + 1, end, &count);
            if (count > attributes) return CXML_TOO_MANY_ATTRIBUTES;
        }
    }
    return CXML_OK;
}
