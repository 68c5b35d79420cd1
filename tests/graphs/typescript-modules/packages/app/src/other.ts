import { run } from 'entry'
import { run as again } from './main.js'
run(null!)
export default class Runner { go() { again(null!) } }
