#include "CXMLBuffer.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t first_events = 128;
static const uint32_t first_bytes = 8192;

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

int cxml_keep(
    cxml_document *document, const uint8_t *text, size_t count, uint32_t *offset, uint32_t *length
) {
    if (count > INT_MAX || !reserve(document, (uint32_t)count)) return 0;
    *offset = document->byte_count;
    *length = (uint32_t)count;
    if (count > 0) memcpy(document->bytes + document->byte_count, text, count);
    document->byte_count += (uint32_t)count;
    return 1;
}

cxml_event *cxml_append(cxml_document *document, uint32_t kind) {
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

void cxml_release(cxml_document *document) {
    if (document->bytes != NULL) explicit_bzero(document->bytes, document->byte_count);
    free(document->bytes);
    free(document->events);
    memset(document, 0, sizeof(*document));
}
