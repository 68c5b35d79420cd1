#ifndef PRICE_H
#define PRICE_H

/* The sum of what all of them cost. */
int total(const int *prices, int count);

#endif
