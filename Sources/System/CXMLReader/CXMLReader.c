#include "CXMLReader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/xmlreader.h>

#include "CXMLScan.h"

/*
 * The network is off, entities stay unexpanded and no DTD is loaded: NOENT, DTDLOAD and HUGE are
 * never set.
 * COMPACT keeps short texts inside their nodes, which saves memory calls and changes nothing else.
 */
static const int options =
    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT;

static const uint32_t first_events = 128;
static const uint32_t first_bytes = 8192;

/* What a reading has seen so far. */
typedef struct {
    cxml_document *document;
    cxml_limits limits;
    int parser_code;
    uint32_t elements;
    const xmlChar *space;
    uint32_t space_offset;
    uint32_t space_length;
} reading;

/* Keeps the first error; warnings do not count. */
static void note(void *context, xmlErrorPtr error) {
    reading *state = context;
    if (error == NULL || error->level < XML_ERR_ERROR || state->parser_code != 0) return;
    state->parser_code = error->code;
}

/* Which of our errors one of libxml2's is. */
static int32_t meaning(int code) {
    switch (code) {
        case XML_ERR_NO_MEMORY:
            return CXML_NO_MEMORY;
        case XML_ERR_UNDECLARED_ENTITY:
        case XML_WAR_UNDECLARED_ENTITY:
        case XML_ERR_ENTITY_LOOP:
        case XML_ERR_ENTITYREF_AT_EOF:
        case XML_ERR_ENTITYREF_SEMICOL_MISSING:
        case XML_ERR_ENTITY_IS_EXTERNAL:
        case XML_ERR_ENTITY_IS_PARAMETER:
            return CXML_ENTITY;
        case XML_ERR_INVALID_ENCODING:
        case XML_ERR_UNKNOWN_ENCODING:
        case XML_ERR_UNSUPPORTED_ENCODING:
            return CXML_ENCODING;
        case XML_ERR_ATTRIBUTE_REDEFINED:
        case XML_NS_ERR_ATTRIBUTE_REDEFINED:
            return CXML_DUPLICATE_ATTRIBUTE;
        case XML_NS_ERR_XML_NAMESPACE:
        case XML_NS_ERR_UNDEFINED_NAMESPACE:
        case XML_NS_ERR_QNAME:
        case XML_NS_ERR_EMPTY:
        case XML_NS_ERR_COLON:
            return CXML_NAMESPACE;
        default:
            return CXML_MALFORMED;
    }
}

/* Makes room for `more` bytes; 0 when there is none to be had. */
static int reserve(cxml_document *document, uint32_t more) {
    if (more > INT_MAX - document->byte_count) return 0;
    uint32_t needed = document->byte_count + more;
    if (needed <= document->byte_capacity) return 1;
    uint32_t capacity = document->byte_capacity == 0 ? first_bytes : document->byte_capacity;
    while (capacity < needed) capacity *= 2;
    uint8_t *grown = malloc(capacity);
    if (grown == NULL) return 0;
    if (document->byte_count > 0) memcpy(grown, document->bytes, document->byte_count);
    /* Card numbers may lie here; realloc would leave a copy behind. */
    if (document->bytes != NULL) explicit_bzero(document->bytes, document->byte_count);
    free(document->bytes);
    document->bytes = grown;
    document->byte_capacity = capacity;
    return 1;
}

/* Copies a text into the buffer; 0 when there is no memory. */
static int keep(cxml_document *document, const xmlChar *text, uint32_t *offset, uint32_t *length) {
    size_t count = text == NULL ? 0 : strlen((const char *)text);
    if (count > INT_MAX || !reserve(document, (uint32_t)count)) return 0;
    *offset = document->byte_count;
    *length = (uint32_t)count;
    if (count > 0) memcpy(document->bytes + document->byte_count, text, count);
    document->byte_count += (uint32_t)count;
    return 1;
}

/* A new event at the end of the list, all zero, or NULL. */
static cxml_event *append(cxml_document *document, uint32_t kind) {
    if (document->event_count == document->event_capacity) {
        uint32_t capacity =
            document->event_capacity == 0 ? first_events : document->event_capacity * 2;
        cxml_event *grown = realloc(document->events, capacity * sizeof(cxml_event));
        if (grown == NULL) return NULL;
        document->events = grown;
        document->event_capacity = capacity;
    }
    cxml_event *event = &document->events[document->event_count++];
    memset(event, 0, sizeof(*event));
    event->kind = kind;
    return event;
}

/*
 * Name and namespace of the node under the reader. libxml2 interns namespaces: the same pointer is
 * the same text.
 */
static int32_t name(reading *state, xmlTextReaderPtr reader, cxml_event *event) {
    const xmlChar *space = xmlTextReaderConstNamespaceUri(reader);
    if (space != state->space || space == NULL) {
        if (!keep(state->document, space, &state->space_offset, &state->space_length)) {
            return CXML_NO_MEMORY;
        }
        state->space = space;
    }
    event->space_offset = state->space_offset;
    event->space_length = state->space_length;
    const xmlChar *local = xmlTextReaderConstLocalName(reader);
    return keep(state->document, local, &event->name_offset, &event->name_length)
        ? CXML_OK : CXML_NO_MEMORY;
}

static int32_t text(reading *state, xmlTextReaderPtr reader, cxml_event *event) {
    const xmlChar *value = xmlTextReaderConstValue(reader);
    if (!keep(state->document, value, &event->text_offset, &event->text_length)) {
        return CXML_NO_MEMORY;
    }
    return event->text_length > state->limits.text_bytes ? CXML_TEXT_TOO_LONG : CXML_OK;
}

static int32_t attributes(reading *state, xmlTextReaderPtr reader) {
    uint32_t count = 0;
    while (xmlTextReaderMoveToNextAttribute(reader) == 1) {
        if (++count > state->limits.attributes) return CXML_TOO_MANY_ATTRIBUTES;
        if (xmlTextReaderIsNamespaceDecl(reader) == 1) continue;
        cxml_event *event = append(state->document, CXML_ATTRIBUTE);
        if (event == NULL) return CXML_NO_MEMORY;
        int32_t error = name(state, reader, event);
        if (error == CXML_OK) error = text(state, reader, event);
        if (error != CXML_OK) return error;
    }
    xmlTextReaderMoveToElement(reader);
    return CXML_OK;
}

static int32_t element(reading *state, xmlTextReaderPtr reader) {
    if ((uint32_t)xmlTextReaderDepth(reader) >= state->limits.depth) return CXML_TOO_DEEP;
    if (++state->elements > state->limits.elements) return CXML_TOO_MANY_ELEMENTS;
    int isEmpty = xmlTextReaderIsEmptyElement(reader);
    cxml_event *event = append(state->document, CXML_START);
    if (event == NULL) return CXML_NO_MEMORY;
    int32_t error = name(state, reader, event);
    if (error == CXML_OK && xmlTextReaderHasAttributes(reader) == 1) {
        error = attributes(state, reader);
    }
    if (error != CXML_OK || isEmpty != 1) return error;
    return append(state->document, CXML_END) == NULL ? CXML_NO_MEMORY : CXML_OK;
}

/* One node of the document. */
static int32_t take(reading *state, xmlTextReaderPtr reader) {
    cxml_event *event;
    switch (xmlTextReaderNodeType(reader)) {
        case XML_READER_TYPE_ELEMENT:
            return element(state, reader);
        case XML_READER_TYPE_END_ELEMENT:
            return append(state->document, CXML_END) == NULL ? CXML_NO_MEMORY : CXML_OK;
        case XML_READER_TYPE_TEXT:
        case XML_READER_TYPE_CDATA:
        case XML_READER_TYPE_WHITESPACE:
        case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
            event = append(state->document, CXML_TEXT);
            return event == NULL ? CXML_NO_MEMORY : text(state, reader, event);
        case XML_READER_TYPE_COMMENT:
        case XML_READER_TYPE_XML_DECLARATION:
            return CXML_OK;
        case XML_READER_TYPE_PROCESSING_INSTRUCTION:
            return CXML_INSTRUCTION;
        case XML_READER_TYPE_DOCUMENT_TYPE:
            return CXML_DOCTYPE;
        default:
            return CXML_ENTITY;
    }
}

void cxml_prepare(void) {
    xmlInitParser();
}

void cxml_read(const uint8_t *bytes, uint32_t length, cxml_limits limits, cxml_document *document) {
    memset(document, 0, sizeof(*document));
    if (length > INT_MAX) {
        document->error = CXML_MALFORMED;
        return;
    }
    document->error = cxml_scan(bytes, length, limits.attributes);
    if (document->error != CXML_OK) return;
    xmlTextReaderPtr reader =
        xmlReaderForMemory((const char *)bytes, (int)length, NULL, "UTF-8", options);
    if (reader == NULL) {
        document->error = CXML_NO_MEMORY;
        return;
    }
    reading state = {.document = document, .limits = limits};
    xmlTextReaderSetStructuredErrorHandler(reader, note, &state);
    int step = 1;
    while (document->error == CXML_OK) {
        step = xmlTextReaderRead(reader);
        if (step != 1 || state.parser_code != 0) break;
        document->error = take(&state, reader);
    }
    /* An error that libxml2 would carry on after (an unbound prefix) refuses the document too. */
    if (document->error == CXML_OK && (step < 0 || state.parser_code != 0)) {
        document->error = meaning(state.parser_code);
    }
    xmlFreeTextReader(reader);
}

void cxml_release(cxml_document *document) {
    if (document->bytes != NULL) explicit_bzero(document->bytes, document->byte_count);
    free(document->bytes);
    free(document->events);
    memset(document, 0, sizeof(*document));
}
