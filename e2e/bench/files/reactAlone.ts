/** Code that every candidate shares and that does not count as its size: React and the schemas of the response. */
export { peerApp } from './peerApp.tsx'
