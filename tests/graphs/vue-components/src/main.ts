import App from './App.vue'
import ItemList from './ItemList.vue'
export function start() { return [App, ItemList] }
