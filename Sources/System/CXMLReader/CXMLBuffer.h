#ifndef COSTER_CXMLBUFFER_H
#define COSTER_CXMLBUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "CXMLReader.h"

/* Copies a text into the document's bytes; 0 when there is no memory. */
int cxml_keep(
    cxml_document *document, const uint8_t *text, size_t count, uint32_t *offset, uint32_t *length
);

/* A new event at the end of the list, all zero but for its kind, or NULL. */
cxml_event *cxml_append(cxml_document *document, uint32_t kind);

#endif
