/** What every candidate has, told apart from what it weighs: React, and the schemas an answer is checked with. */
export { peerApp } from './peerApp.tsx'
