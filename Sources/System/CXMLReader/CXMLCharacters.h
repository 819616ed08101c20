#ifndef COSTER_CXMLCHARACTERS_H
#define COSTER_CXMLCHARACTERS_H

#include <stdint.h>

/* Whether XML may hold a character. Source: XML 1.0, production 2. */
int cxml_is_character(uint32_t scalar);

/*
 * Whether all bytes are UTF-8, and all their characters such as XML may hold. Source: The Unicode
 * Standard, table 3-7.
 */
int cxml_are_characters(const uint8_t *bytes, uint32_t length);

#endif
