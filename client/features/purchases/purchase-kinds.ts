/** The tabs of purchases. They stand apart from the page, so that its address does not load it. */
export const purchaseKinds = ['all', 'feed', 'gallery', 'video', 'message'] as const

export type PurchaseKind = (typeof purchaseKinds)[number]
