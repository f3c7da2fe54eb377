/** The `total` of a list counts up to here: a list with so many items, or more, has this total. */
export const LIST_TOTAL_MAX = 1000
