#ifndef COSTER_CXMLREADER_H
#define COSTER_CXMLREADER_H

#include <stddef.h>
#include <stdint.h>

/* One call reads a whole document into a flat list of events over one buffer of bytes. */

/* What an event tells. */
enum {
    CXML_START = 1,
    CXML_ATTRIBUTE = 2,
    CXML_TEXT = 3,
    CXML_END = 4
};

/* Why a document was refused; CXML_OK when it was not. */
enum {
    CXML_OK = 0,
    CXML_MALFORMED = 1,
    CXML_DOCTYPE = 2,
    CXML_ENTITY = 3,
    CXML_INSTRUCTION = 4,
    CXML_NAMESPACE = 5,
    CXML_DUPLICATE_ATTRIBUTE = 6,
    CXML_TOO_DEEP = 7,
    CXML_TOO_MANY_ELEMENTS = 8,
    CXML_TOO_MANY_ATTRIBUTES = 9,
    CXML_TEXT_TOO_LONG = 10,
    CXML_NO_MEMORY = 11,
    CXML_LATE_DECLARATION = 12
};

/* Offsets and lengths point into cxml_document.bytes. */
typedef struct {
    uint32_t kind;
    /* Of CXML_START: the index of the event behind the element's CXML_END. */
    uint32_t next;
    uint32_t name_offset;
    uint32_t name_length;
    uint32_t space_offset;
    uint32_t space_length;
    uint32_t text_offset;
    uint32_t text_length;
} cxml_event;

typedef struct {
    uint32_t depth;
    uint32_t elements;
    uint32_t attributes;
    uint32_t text_bytes;
} cxml_limits;

typedef struct {
    int32_t error;
    cxml_event *events;
    uint32_t event_count;
    uint32_t event_capacity;
    uint8_t *bytes;
    uint32_t byte_count;
    uint32_t byte_capacity;
} cxml_document;

/*
 * Refuses in one pass, before the parser sees any of a document, what would cost libxml2 more than
 * its length is worth: many attributes in a start tag, each compared with every other one before we
 * are told of the element, and hyphens in a comment, each an error of its own.
 *
 * libxml2 goes on behind an error, tells us nothing more, and may take for a start tag what is
 * none. So whatever would let the two disagree on where markup begins is refused here too: bytes
 * that are no characters of XML, markup that does not end, a `<` in a tag, a `<!` that is neither a
 * comment nor a CDATA section, and processing instructions. And what we could not limit then is
 * limited here: depth, elements, and errors in text.
 *
 * CXML_OK says no more than that: whether the document is XML is left to the parser.
 */
int32_t cxml_scan(const uint8_t *bytes, uint32_t length, cxml_limits limits);

/* Prepares libxml2; to be called once before the first cxml_read. */
void cxml_prepare(void);

/*
 * Reads `length` bytes of UTF-8. The document must be given to cxml_release afterwards, also after
 * an error.
 */
void cxml_read(const uint8_t *bytes, uint32_t length, cxml_limits limits, cxml_document *document);

/* Erases and frees what cxml_read has gathered. */
void cxml_release(cxml_document *document);

#endif
