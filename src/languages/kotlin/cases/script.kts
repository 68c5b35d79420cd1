plugins { kotlin("jvm") version "1.9" }
val extra = compute()
fun compute() = listOf(1, 2).map { it + 1 }
