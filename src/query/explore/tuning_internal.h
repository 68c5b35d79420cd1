/* Tuning: every number that explore's ranking and its answer depend on, with
 * what it is for. They were chosen by `bench/answers` (docs/answers.md), which
 * scores answers against what has to be in them: change one alone, and look at
 * that before and after. A number that is a fact (a bit, a format) is not here.
 *
 * Scores have no unit; they are compared with each other. A weight is what a
 * word is worth at a place, a share is a part of something named beside it, a
 * factor multiplies a score, a power makes something matter less than in
 * proportion. */
#ifndef FATHOM_QUERY_EXPLORE_TUNING_INTERNAL_H
#define FATHOM_QUERY_EXPLORE_TUNING_INTERNAL_H

#include <stdint.h>

/* What is asked (ask.c): what other forms of a word count, beside the word
 * itself. */

/* A short form for the word, or the word for a short form: message, msg.
 * Least, because short forms are ambiguous. */
#define ASK_ALIKE_WEIGHT 0.35f
/* Two neighbouring words written as one: hash table, hashtable. Nearly as good
 * as the words. */
#define ASK_JOINED_WEIGHT 0.8f
/* The initials of three neighbouring words: time to live, ttl. */
#define ASK_INITIALS_WEIGHT 0.5f
/* What a word gains each time it is said again. */
#define ASK_REPEATED_WEIGHT 0.3f
/* Words before "tests" by which these are left out: outside any of the tests. */
#define ASK_EXCLUDED_WORDS 4
/* Tokens of a question that are looked at; the rest of a longer one is not
 * read. */
#define ASK_TOKENS_MAX 512
/* Words of those tokens: one token may be a name of several words. */
#define ASK_WORDS_READ_MAX 1024
/* Bytes of a text that is looked for as it is written, and at most. */
#define ASK_TEXT_LEAST 2
#define ASK_TEXT_MOST 200

/* Units that have the words (match.c). Weights say how much a word's place
 * tells: a name was chosen by somebody to say what the thing is, a body
 * mentions much in passing. */

/* In the unit's own name. */
#define MATCH_NAME_WEIGHT 9.0f
/* In its comment, each time. */
#define MATCH_DOC_WEIGHT 1.25f
/* In the first sentence of its comment: added to the former. */
#define MATCH_SUMMARY_WEIGHT 2.0f
/* In the name of the type or module around it. */
#define MATCH_CONTAINER_WEIGHT 1.5f
/* In its signature, each time. */
#define MATCH_HEAD_WEIGHT 1.0f
/* In its body, each time; bodies pay for their length besides. */
#define MATCH_BODY_WEIGHT 1.3f
/* In the name of its file. */
#define MATCH_FILE_WEIGHT 1.0f
/* In the folders above its file. */
#define MATCH_PATH_WEIGHT 0.5f
/* Weight at which a word counts half of what it can: further occurrences add
 * less and less. */
#define MATCH_SATURATION 2.0f
/* How much of a body's weight depends on its length beside the average; 0:
 * long bodies win by being long. */
#define MATCH_LENGTH_SHARE 0.4f
/* Weight from which on a word of the question counts as covered by the unit. */
#define MATCH_FULL_WEIGHT 4.0f
/* Share added to the score of a unit all of whose name is in the question. */
#define MATCH_NAME_COVERED 0.4f
/* Share of the best score that a definition gains for what the comment at its
 * file's head covers of the question, by the square of that; */
#define MATCH_HEAD_SHARE 0.3f
/* and the least that it must cover: a word in passing explains nothing. */
#define MATCH_HEAD_LEAST 0.5f
/* Factor for constants where limits or settings are asked about. */
#define MATCH_VALUES_ASKED 1.4f
/* Where more than this share of the units that are no tests have the word
 * "test", testing is what the project is about: a question with that word does
 * not ask for its tests. */
#define MATCH_SUBJECT_SHARE 0.1f
/* Units that the further steps look at. */
#define MATCH_BEST_MAX 400
/* Tests among them: they lead to what they test, and are seldom shown
 * themselves. */
#define MATCH_WITNESSES_MAX 15

/* What is no code (asked.c): tables, keys, headings, targets. */

/* Weight of a word that asks for what a file is ("table", "target"), in each of
 * its units: as much as counts as covered. */
#define ASKED_WEIGHT 4.0f
/* Share of the question that a unit of such a file must cover to count as much
 * as code. */
#define ASKED_LEAST 0.6f
/* Kinds of such files that are told apart. */
#define ASKED_KINDS_MAX 32

/* Files that have the words (files.c): the file's parts together may answer
 * what no unit does. */

/* In the bodies of its units, each time, up to four. */
#define FILES_BODY_WEIGHT 1.0f
/* In the names of its units, each time. */
#define FILES_NAME_WEIGHT 3.0f
/* In their comments, each time, up to three. */
#define FILES_DOC_WEIGHT 1.5f
/* In the file's own name: as telling for a file as a unit's name is for a
 * unit. */
#define FILES_FILE_WEIGHT 20.0f
/* In the folders above it. */
#define FILES_PATH_WEIGHT 5.0f
/* In the comment at its head, each time: somebody wrote down what all of it is
 * for. */
#define FILES_HEAD_WEIGHT 4.0f
/* In the first sentence of that: added to the former. */
#define FILES_SUMMARY_WEIGHT 6.0f
/* As above; higher, because a file has more places. */
#define FILES_SATURATION 6.0f
/* As above. */
#define FILES_LENGTH_SHARE 0.6f
/* Share of the best unit's score that units of the best file gain; of other
 * files by the square of their own score. */
#define FILES_BEST_SHARE 0.7f

/* Added to what units of a file gain that the question names. */
#define FILES_NAMED_SHARE 2.0f

/* Commits whose messages have the words (history.c) vote for the files they
 * changed. */

/* How long the newest commits are waited for, the first time somebody asks. */
#define HISTORY_PATIENCE_MS 3000
/* Share of the best unit's score that units of the file with most votes gain. */
#define HISTORY_VOTES_SHARE 1.3f

/* ---- Units that have a name of the question (names.c). ---- */

/* Share of the best score by words that having the name adds. */
#define NAMES_EXACT_SHARE 0.8f
/* Share of that for what is in a file that is named. */
#define NAMES_FILE_SHARE 0.25f
/* Units of one name that are kept. */
#define NAMES_NAMESAKES_MAX 20
/* Namesakes whose containers and spelling are compared to find those. */
#define NAMES_LOOKED_AT_MAX 200
/* Types that the qualifier of a name may mean, whose bases are looked through. */
#define NAMES_TYPES_MAX 3
/* Levels of such bases: an inherited member is asked for by the name of the
 * derived type. */
#define NAMES_BASES_DEPTH 4
/* Such bases in all. */
#define NAMES_BASES_MAX 30

/* ---- Texts of the question, looked for as they are written (texts.c). ---- */

/* Bytes of a name that is looked for so: shorter ones stand everywhere. */
#define TEXTS_NAME_LEAST 4
/* Places of one text that are looked at. */
#define TEXTS_PLACES_MAX 60
/* Lines from which on a text is too common to tell anything. */
#define TEXTS_COMMON 60
/* Share of what having a name adds, for having the text; less with every
 * further place. */
#define TEXTS_SHARE 0.6f

/* Neighbours in the graph (graph.c): a unit gives a part of its score to what
 * it calls and to who calls it. */

/* Edges that are looked at from one unit, each way. */
#define GRAPH_EDGES_MAX 200
/* Units that may take part at all. */
#define GRAPH_NODES_MAX 6000
/* Units whose neighbours are fetched first, by their own score. */
#define GRAPH_FIRST_EXPANDED 40
/* And then, by what these gave as well. */
#define GRAPH_THEN_EXPANDED 60
/* Units whose users are counted, to know what serves everybody. */
#define GRAPH_COUNTED 200
/* Power that scores are raised to before they are given: strong hits give more
 * than their share. */
#define GRAPH_SHARPNESS 1.5f
/* Users at which a unit's own part is halved: from about here on it serves
 * everybody and tells nothing. */
#define GRAPH_HUB_DEGREE 30.0f
/* Power of its number of callees by which a caller gives each of them less. */
#define GRAPH_CALLER_GIVES 0.5f
/* Power of its number of callers by which a callee takes less from each. */
#define GRAPH_CALLEE_TAKES 0.35f
/* Power of its number of callers by which a callee gives each of them less. */
#define GRAPH_CALLEE_GIVES 0.35f
/* Power of its number of callees by which a caller takes less from each: who
 * calls everything is about nothing. */
#define GRAPH_CALLER_TAKES 0.7f
/* What neighbours give. */
#define GRAPH_ONE_STEP 2.0f
/* What their neighbours give through them. */
#define GRAPH_TWO_STEPS 0.15f
/* Factor from what is called to who calls it. */
#define GRAPH_BACKWARD 0.8f
/* The same where a change is asked about: then users are the answer. */
#define GRAPH_CHANGE_BACKWARD 1.6f
/* Factor for what tests give. */
#define GRAPH_WITNESS 0.6f

/* ---- Ways between the units that lead or are named (ways.c). ---- */

/* Units between which ways are looked for. */
#define WAYS_ENDS_MAX 12
/* Of them, where no names are given: the best ones. */
#define WAYS_LEADERS 8
/* Steps from an end to a unit between two of them. */
#define WAYS_STEPS_MAX 4
/* Hops of a way that is told. */
#define WAYS_HOPS_MAX 7
/* Nodes of a way that is told: one call needs no telling. */
#define WAYS_TOLD_LEAST 3
/* Neighbours of named units that are fetched, to have the ways between them. */
#define WAYS_AROUND_MAX 120
/* Users from which on a unit is no part of a way: all ways would lead through
 * it. */
#define WAYS_HUB_DEGREE 60
/* No number of steps: out of reach. */
#define WAYS_FAR 255
/* Share of its ends' worth that a unit between them gains. */
#define WAYS_SHARE 0.5f
/* Factor of that for every further step of the way. */
#define WAYS_DECAY 0.6f

/* Groups (groups.c): connected units that cover the question together are
 * better than ones that do so apart. */

/* Units from which groups are grown, best first. */
#define GROUPS_SEEDS 80
/* Units of a group. */
#define GROUPS_SIZE 5
/* Users from which on a unit joins none: what serves everybody connects
 * nothing. */
#define GROUPS_USERS_MAX 40
/* Least factor, by what it is and how many use it, of a unit that may join. */
#define GROUPS_FACTOR_LEAST 0.12f
/* Least weight of an edge that connects: being of a type is no step. */
#define GROUPS_EDGE_LEAST 0.4f
/* Place of the unit whose score counts as full: the first one or two may stand
 * out. */
#define GROUPS_FULL_PLACE 2
/* Share of the full score that the best group adds to its members, for a
 * sentence. */
#define GROUPS_SENTENCE_SHARE 0.4f
/* The same for a bag of names: names lead more surely than words. */
#define GROUPS_NAMES_SHARE 1.0f

/* What fits (pack.c). Where no length is asked for, an answer of PACK_ENOUGH
 * bytes goes on only with what has a name of the question or is worth a share
 * (weak) of a full body that leads. */

/* Candidates that are tried, by worth. */
#define PACK_TRIED_MAX 300
/* Bytes of one body; a longer one is cut. */
#define PACK_BODY_SIZE 3000
/* The same where no length is asked for: of those that score best, */
#define PACK_LEADER_SIZE 3600
/* of so many, */
#define PACK_LEADERS 2
/* and of what is neither named nor among them. */
#define PACK_SHORT_BODY_SIZE 2200
/* The best so many functions are shown whole, where no length is asked for, if */
#define PACK_WHOLE_LEADERS 3
/* they have at most so many lines, */
#define PACK_WHOLE_LEADER_LINES 150
/* at least this share of the best one's score, */
#define PACK_WHOLE_LEADER_SHARE 0.5f
/* and what that takes beyond the room is within so many bytes: whoever misses
 * ten lines asks for all of them once more. */
#define PACK_WHOLE_LEADERS_SIZE 3600
/* Bytes of one that is named, where no length is asked for: at most, shared by
 * all names. */
#define PACK_NAMED_SIZE 6000
/* Bytes of one more of a name of which enough are shown: its head. */
#define PACK_SKELETON_SIZE 260
/* Units of one name that are shown with their bodies. */
#define PACK_SIBLINGS 4
/* Power of its lines by which a body is dearer, for a sentence: what words
 * find is unsure, so more of it is tried. */
#define PACK_SENTENCE_POWER 0.6f
/* The same for names, and for the best so many where no length is asked for. */
#define PACK_NAMES_POWER 0.3f
#define PACK_SURE 2
/* Lines of a declaration that has its body elsewhere, and how many bodies are
 * shown with it: of more, none is the one. */
#define PACK_DECLARED_LINES 3
#define PACK_BODIES_MAX 2
/* Bytes of such a body where only the call of its declaration is shown. */
#define PACK_CALLED_BODY_SIZE 1200
/* Lines from which on a body does not get dearer. */
#define PACK_LENGTH_MAX 60.0f
/* Added to what has a name of the question: before all else. */
#define PACK_NAMED_WORTH 100.0f
/* Added to what lies on the way that is told: then these. */
#define PACK_WAY_WORTH 50.0f
/* Bytes; with less left the answer is full. */
#define PACK_LEAST_ROOM 400
/* Bytes from which on weak candidates are left out. */
#define PACK_ENOUGH 6000
/* Share below which a candidate is weak, for a sentence. */
#define PACK_WEAK_SENTENCE 0.15f
/* The same for names. */
#define PACK_WEAK_NAMES 0.09f
/* Place of the unit whose score counts as leading. */
#define PACK_LEADING_PLACE 2
/* Lines of a file that may be shown whole once part of it is. */
#define PACK_WHOLE_LINES 220
/* Times the size that a file among others gets, for a whole one. */
#define PACK_WHOLE_SHARE 3
/* Times what is shown of a file already, for a whole one, where no length is
 * asked for. */
#define PACK_MOSTLY_SHOWN 2
/* Bytes of a file's heading, beside its path. */
#define PACK_HEADING_SIZE 6
/* Bytes of "...\n". */
#define PACK_MARK_SIZE 4
/* One part of so many of the room is for constants that shown functions use. */
#define PACK_VALUES_SHARE 20
/* Functions shown whose constants are looked for. */
#define PACK_VALUES_OF 12
/* Lines of a constant that is shown so. */
#define PACK_VALUES_LINES 2
/* Bytes around a name in a heading. */
#define PACK_KIND_SIZE 14

/* ---- Which lines of a long body (cut.c). ---- */

/* Share of the room for its beginning. */
#define CUT_HEAD_SHARE 0.9f
/* The same, where a name of the question stands behind that. */
#define CUT_NAMED_SHARE 0.5f
/* Worth of the first line with a name of the question: before all lines with
 * words. */
#define CUT_NAMED_LINE 1000.0f
/* Lines of a name that are worth that, each a part less. */
#define CUT_NAMED_TIMES 3
/* Share for the beginning of a table: its rows matter. */
#define CUT_TABLE_SHARE 0.2f
/* Lines around one that matters. */
#define CUT_PADDING 3
/* Lines of a unit that are looked at. */
#define CUT_LINES_MAX 4000
/* Code outside of definitions gets one part of so many of the room. */
#define CUT_LOOSE_SHARE 3
/* Bytes of the mark for lines that are left out. */
#define CUT_MARK_SIZE 16
/* Share of the room for the beginning, where no length is asked for: then the
 * lines that matter are what is wanted. */
#define CUT_SHORT_SHARE 0.5f
/* Worth of a line that has a name of what is shown, in worths of a word that
 * every unit but one has not. */
#define CUT_SHOWN_NAME 3.0f
/* Names that are looked for so. */
#define CUT_SHOWN_MAX 30
/* Lines of an inner doc comment that are shown in a body that is cut. */
#define CUT_DOC_LINES 2
/* Lines that are shown rather than left out between two pieces: whoever needs
 * them would ask once more, and pay for all of it again. */
#define CUT_GAP_SHOWN 8
/* Lines of a gap in a function that is told by the lines that decide in it,
 * lines between two of those, and how many there are at most. */
#define CUT_OUTLINE_LEAST 9
#define CUT_OUTLINE_LONG 12
#define CUT_OUTLINE_APART 2
#define CUT_OUTLINE_MAX 14
/* Blocks of one depth that are too few to tell a gap by. */
#define CUT_OUTLINE_FEW 2
/* Rows of a literal from which on it is long, and what is shown of it. */
#define CUT_ROWS_LONG 10
#define CUT_ROWS_SHOWN 3

/* ---- Lines that decide nothing (idle.c, cut.c). ---- */

/* Lines of a statement that logs, at most. */
#define IDLE_LOG_LINES 20
/* Bytes of a line whose brackets are counted: a text full of quotes must not
 * take seconds. */
#define IDLE_LINE_MAX 1000
/* Rows of arguments or of a literal that are worth leaving out. */
#define IDLE_ROWS_LEAST 3
/* Lines in which a body opens. */
#define IDLE_SIGNATURE_LINES 12
/* Lines that decide nothing and are left out together, at least: fewer would
 * gain less than the mark for them costs a reader. */
#define CUT_IDLE_LEAST 4

/* ---- The whole answer (explore.c). ---- */

/* One part of so many is for what is not source. */
#define EXPLORE_NOTES_SHARE 24
/* Bytes for that at least. */
#define EXPLORE_NOTES_LEAST 760
/* Bytes of that where no length is asked for, beside the source. */
#define EXPLORE_SHORT_NOTES 1400
/* Bytes of lines about what is not shown, beside both; where a length is asked
 * for one part of so many. What notes leave is theirs, too. */
#define EXPLORE_MENU 2400
#define EXPLORE_MENU_SHARE 40
/* One part of so many of these lines gives way to functions that are shown
 * whole. */
#define EXPLORE_MENU_GIVES 2
/* Bytes left to the caller: handle, state of the index. */
#define EXPLORE_TAIL 160

/* ---- What is said beside the source (notes.c). ---- */

/* Definitions whose users are counted. */
#define NOTES_BLAST_MAX 3
/* Files that are named as left out. */
#define NOTES_LEFT_FILES 10
/* Units left out that are looked at for these. */
#define NOTES_LEFT_NODES 40
/* Bytes of a path. */
#define NOTES_PATH_SHOWN 200
/* Edges of one kind that are told. */
#define NOTES_SHORT_EDGES 6
/* Sites, and files, where the graph ends that are told. */
#define NOTES_STOPS_MAX 3
/* Definitions shown whose calls are looked through for them. */
#define NOTES_STOPS_LOOKED_AT 3
/* Bytes of a file beyond which that is not worth its time. */
#define NOTES_STOPS_TEXT_MAX 100000

/* ---- What is not shown, a line each (menu.c). ---- */

/* Share of the best one's score below which a definition of a shown file does
 * not matter. */
#define MENU_OTHERS_LEAST 0.05f
/* Definitions of one file. */
#define MENU_OF_FILE 12
/* Bytes; with less left no further one is tried. */
#define MENU_LEAST 60
/* Share of the score that leads, below which one is not told. */
#define MENU_NEXT_LEAST 0.04f
/* Definitions that are looked at. */
#define MENU_LOOKED_AT 120
/* Bytes of a signature, of what is said about it, and about a file. */
#define MENU_SIGNATURE 56
#define MENU_DOC 50
#define MENU_PURPOSE 70
/* Factor for what is no code: where a setting stands is worth a line, though its
 * text would not be worth the room; and how many of them there are at most. */
#define MENU_DATA 3.0f
#define MENU_DATA_MAX 3
/* Bytes of the line of it that is told. */
#define MENU_DATA_LINE 100
/* Factor for what is called by something that is shown: the next step of what
 * is asked; not for what so many use. */
#define MENU_CALLED 2.0f
#define MENU_USERS_MAX 12

/* ---- How it reads (show.c). ---- */

/* Places to start that are listed. */
#define SHOW_ENTRIES 5
/* Names that nothing has, with suggestions. */
#define SHOW_MISSING_MAX 3
/* Places of a text that are told. */
#define SHOW_TEXT_PLACES 6
/* Bytes of a name. */
#define SHOW_LABEL_MAX 60
/* Bytes of the question, repeated. */
#define SHOW_QUERY_SHOWN 200
/* Bytes of a path. */
#define SHOW_PATH_SHOWN 200
/* Words of the question that are told to be known. */
#define SHOW_WORDS_TOLD 12
/* Bytes of one. */
#define SHOW_WORD_SHOWN 40

/* ---- What was shown before (served.c). ---- */

/* Handles that are kept; the oldest goes. */
#define SERVED_HANDLES_MAX 64
/* How long one is good for after it was given. */
#define SERVED_LIFETIME_MS ((int64_t)30 * 60 * 1000)
/* Random bytes of one: it cannot be guessed. */
#define SERVED_HANDLE_BYTES 12

#endif
