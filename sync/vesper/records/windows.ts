/** A device begins with the newest messages of a conversation; older ones it reads by page. */
export const MESSAGE_WINDOW = 50

/** The same for a creator's posts. */
export const POST_WINDOW = 20
