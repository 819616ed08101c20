#ifndef COSTER_CXMLSCAN_H
#define COSTER_CXMLSCAN_H

#include <stdint.h>

/*
 * Refuses, in one pass and before the parser sees any of the document, what costs libxml2 time that
 * grows with the square of its length: many attributes in a start tag, each compared with every
 * other one before we are told of the element; and hyphens in a comment, each an error of its own.
 *
 * CXML_TOO_MANY_ATTRIBUTES, CXML_MALFORMED, or CXML_OK: whether the document is XML in all else is
 * left to the parser.
 */
int32_t cxml_scan(const uint8_t *bytes, uint32_t length, uint32_t attributes);

#endif
