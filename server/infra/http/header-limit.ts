// Read by uWebSockets.js when it is loaded, so this module is imported before it. Its own 4 KiB are too few where the
// cookies of other apps on localhost come along.
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(16 * 1024)
