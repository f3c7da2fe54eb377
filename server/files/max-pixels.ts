/** What a picture that is decoded has at most, be it a photo or one of a video: decoded, 50 megapixels take 200 MB. */
export const MAX_PIXELS = 50_000_000
