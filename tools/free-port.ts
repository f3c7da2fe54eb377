// For tools and end-to-end tests, which may not reach into the server themselves.
export { freePort } from '../server/infra/database/embedded/free-port.ts'
