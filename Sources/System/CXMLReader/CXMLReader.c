#include "CXMLReader.h"

#include <limits.h>
#include <string.h>

#include <libxml/parser.h>

#include "CXMLBuffer.h"

/*
 * The network is off, entities stay unexpanded and no DTD is loaded: NOENT, DTDLOAD and HUGE are
 * never set. The document is UTF-8 whatever it says of itself, which libxml2 takes it for without
 * a conversion.
 */
static const int options =
    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC;

/*
 * The longest name of a namespace: it is kept once more where another was in between, so that a
 * long one would make much of a small document. Every protocol's is far below.
 */
static const size_t longest_space = 256;

/*
 * The longest name of an element or attribute. Names are compared as texts of Unicode, which takes
 * the square of the marks that may follow one letter. Every protocol's is far below.
 */
static const size_t longest_name = 256;

/* No element is open. */
static const uint32_t outside = UINT32_MAX;

/* What a reading has seen so far. */
typedef struct {
    cxml_document *document;
    xmlParserCtxtPtr parser;
    cxml_limits limits;
    int parser_code;
    uint32_t elements;
    uint32_t depth;
    /* The innermost open element; its `next` is the one around it until it is closed. */
    uint32_t open;
    /* Whether more characters belong to the last event. */
    int is_in_text;
    const xmlChar *space;
    uint32_t space_offset;
    uint32_t space_length;
} reading;

/* Refuses the document for the first thing that is wrong with it, and reads no further. */
static void refuse(reading *state, int32_t error) {
    if (error == CXML_OK) return;
    if (state->document->error == CXML_OK) state->document->error = error;
    xmlStopParser(state->parser);
}

/* Keeps the parser's first error; warnings do not count. */
static void note(void *context, xmlErrorPtr error) {
    reading *state = context;
    if (error == NULL || error->level < XML_ERR_ERROR || state->parser_code != 0) return;
    state->parser_code = error->code;
}

/*
 * Which of our errors one of libxml2's is. None is of entities or of the encoding: the scan has
 * refused what could be wrong with either.
 */
static int32_t meaning(int code) {
    switch (code) {
        case XML_ERR_NO_MEMORY:
            return CXML_NO_MEMORY;
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

static size_t count_of(const xmlChar *text) {
    return text == NULL ? 0 : strlen((const char *)text);
}

/*
 * Name and namespace of an element or attribute. libxml2 interns namespaces: the same pointer is
 * the same text.
 */
static int32_t name(
    reading *state, cxml_event *event, const xmlChar *local, const xmlChar *space
) {
    size_t local_count = count_of(local);
    if (local_count > longest_name) return CXML_MALFORMED;
    size_t space_count = count_of(space);
    if (space_count > longest_space) return CXML_NAMESPACE;
    if (space != state->space || space == NULL) {
        if (!cxml_keep(
                state->document, space, space_count, &state->space_offset,
                &state->space_length)) {
            return CXML_NO_MEMORY;
        }
        state->space = space;
    }
    event->space_offset = state->space_offset;
    event->space_length = state->space_length;
    return cxml_keep(
               state->document, local, local_count, &event->name_offset, &event->name_length)
        ? CXML_OK : CXML_NO_MEMORY;
}

static int32_t text(reading *state, cxml_event *event, const xmlChar *value, size_t count) {
    if (!cxml_keep(state->document, value, count, &event->text_offset, &event->text_length)) {
        return CXML_NO_MEMORY;
    }
    return event->text_length > state->limits.text_bytes ? CXML_TEXT_TOO_LONG : CXML_OK;
}

/*
 * An attribute's value. As entities are not expanded, libxml2 leaves each ampersand of a value,
 * however it was written, as the reference "&#38;", and no other reference.
 */
static int32_t value(
    reading *state, cxml_event *event, const xmlChar *from, const xmlChar *to
) {
    cxml_document *document = state->document;
    size_t count = (size_t)(to - from);
    if (!cxml_keep(document, from, count, &event->text_offset, &event->text_length)) {
        return CXML_NO_MEMORY;
    }
    uint8_t *start = document->bytes + event->text_offset;
    const uint8_t *end = start + event->text_length;
    uint8_t *kept = start;
    for (const uint8_t *at = start; at < end; at++) {
        *kept++ = *at;
        if (*at == '&') at += strlen("#38;");
    }
    event->text_length = (uint32_t)(kept - start);
    document->byte_count = event->text_offset + event->text_length;
    return event->text_length > state->limits.text_bytes ? CXML_TEXT_TOO_LONG : CXML_OK;
}

/* One attribute is five pointers: name, prefix, namespace, and where its value begins and ends. */
static int32_t attribute(reading *state, const xmlChar **parts) {
    cxml_event *event = cxml_append(state->document, CXML_ATTRIBUTE);
    if (event == NULL) return CXML_NO_MEMORY;
    int32_t error = name(state, event, parts[0], parts[2]);
    return error == CXML_OK ? value(state, event, parts[3], parts[4]) : error;
}

static int32_t element(
    reading *state, const xmlChar *local, const xmlChar *space, int attribute_count,
    const xmlChar **attributes
) {
    if (state->depth >= state->limits.depth) return CXML_TOO_DEEP;
    if (++state->elements > state->limits.elements) return CXML_TOO_MANY_ELEMENTS;
    cxml_event *event = cxml_append(state->document, CXML_START);
    if (event == NULL) return CXML_NO_MEMORY;
    event->next = state->open;
    state->open = state->document->event_count - 1;
    state->depth += 1;
    int32_t error = name(state, event, local, space);
    for (int index = 0; error == CXML_OK && index < attribute_count; index++) {
        error = attribute(state, attributes + 5 * index);
    }
    return error;
}

static void on_start(
    void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *space,
    int space_count, const xmlChar **spaces, int attribute_count, int default_count,
    const xmlChar **attributes
) {
    (void)prefix;
    (void)spaces;
    (void)default_count;
    reading *state = context;
    state->is_in_text = 0;
    uint32_t count = (uint32_t)space_count + (uint32_t)attribute_count;
    refuse(
        state,
        count > state->limits.attributes
            ? CXML_TOO_MANY_ATTRIBUTES
            : element(state, local, space, attribute_count, attributes));
}

static void on_end(
    void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *space
) {
    (void)local;
    (void)prefix;
    (void)space;
    reading *state = context;
    state->is_in_text = 0;
    if (state->open == outside) return;
    if (cxml_append(state->document, CXML_END) == NULL) {
        refuse(state, CXML_NO_MEMORY);
        return;
    }
    cxml_event *start = &state->document->events[state->open];
    state->open = start->next;
    start->next = state->document->event_count;
    state->depth -= 1;
}

/* Characters come in pieces; those of one text become one event. */
static void on_characters(void *context, const xmlChar *piece, int length) {
    reading *state = context;
    cxml_document *document = state->document;
    if (length <= 0) return;
    if (!state->is_in_text) {
        cxml_event *event = cxml_append(document, CXML_TEXT);
        refuse(
            state,
            event == NULL ? CXML_NO_MEMORY : text(state, event, piece, (size_t)length));
        state->is_in_text = event != NULL;
        return;
    }
    uint32_t offset;
    uint32_t more;
    if (!cxml_keep(document, piece, (size_t)length, &offset, &more)) {
        refuse(state, CXML_NO_MEMORY);
        return;
    }
    cxml_event *event = &document->events[document->event_count - 1];
    event->text_length += more;
    if (event->text_length > state->limits.text_bytes) refuse(state, CXML_TEXT_TOO_LONG);
}

static void on_cdata(void *context, const xmlChar *piece, int length) {
    reading *state = context;
    state->is_in_text = 0;
    on_characters(context, piece, length);
    state->is_in_text = 0;
}

static void on_comment(void *context, const xmlChar *comment) {
    (void)comment;
    ((reading *)context)->is_in_text = 0;
}

/*
 * A second line of defence. The scan has refused what the next three are told of, and what the
 * limits of depth, elements and attributes above would refuse. They stay, for without them libxml2
 * would carry on with all that if the scan should ever let it through.
 */
static void on_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    (void)target;
    (void)data;
    refuse(context, CXML_INSTRUCTION);
}

static void on_doctype(
    void *context, const xmlChar *root, const xmlChar *public, const xmlChar *system
) {
    (void)root;
    (void)public;
    (void)system;
    refuse(context, CXML_DOCTYPE);
}

static void on_reference(void *context, const xmlChar *entity) {
    (void)entity;
    refuse(context, CXML_ENTITY);
}

/* What is not here is not called: no entity is known but the five of XML, and no tree is built. */
static const xmlSAXHandler handler = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_characters,
    .ignorableWhitespace = on_characters,
    .cdataBlock = on_cdata,
    .comment = on_comment,
    .processingInstruction = on_instruction,
    .internalSubset = on_doctype,
    .reference = on_reference,
    .serror = note,
};

/*
 * Whether a document may be one in UTF-8: it begins with white space or `<`. Source: XML 1.0,
 * appendix F.1.
 */
static int may_be_utf8(const uint8_t *bytes, uint32_t length) {
    static const char first[] = {'<', ' ', '\t', '\r', '\n'};
    return length > 0 && memchr(first, bytes[0], sizeof first) != NULL;
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
    /* By its first bytes libxml2 would find any other encoding. */
    if (!may_be_utf8(bytes, length)) {
        document->error = CXML_MALFORMED;
        return;
    }
    document->error = cxml_scan(bytes, length, limits);
    if (document->error != CXML_OK) return;
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (parser == NULL) {
        document->error = CXML_NO_MEMORY;
        return;
    }
    reading state = {.document = document, .parser = parser, .limits = limits, .open = outside};
    *parser->sax = handler;
    parser->userData = &state;
    xmlDocPtr tree =
        xmlCtxtReadMemory(parser, (const char *)bytes, (int)length, NULL, NULL, options);
    /* An error that libxml2 would carry on after (an unbound prefix) refuses the document too. */
    if (document->error == CXML_OK && (!parser->wellFormed || state.parser_code != 0)) {
        document->error = meaning(state.parser_code);
    }
    /* Nothing of ours makes a tree. */
    if (tree != NULL) xmlFreeDoc(tree);
    xmlFreeParserCtxt(parser);
    /* The thread keeps the words of its last error or warning, which quote the document. */
    xmlResetLastError();
}
