// The words, sounds and patterns that come with Craton.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "stages/places/name_parts.h"

namespace craton {
namespace {

/// What can be said of a word: "Grey Wolf", "Leaning Birch", "Broken Shield".
enum class Sort : std::uint8_t { living, plant, thing };

struct WordLine {
  std::string_view word;
  Sort sort;
  std::string_view fits;  // kinds of places and climates, separated by |
};

// Each is heard with something said of it, or as a part of a longer word: there are many thousands of names in few lines, and two
// worlds have few in common. Plants and animals fit the climates in which they live, on the Earth.
constexpr WordLine words[] = {
    {"Salmon", Sort::living, "river|bay|waterfall|cold|cool"},
    {"Trout", Sort::living, "river|lake|pond|cold|cool"},
    {"Pike", Sort::living, "river|lake|pond|cool"},
    {"Otter", Sort::living, "river|lake|bay|cold|cool|warm"},
    {"Beaver", Sort::living, "river|lake|pond|forest|cold|cool"},
    {"Heron", Sort::living, "lake|river|swamp|pond|cool|warm|hot"},
    {"Swan", Sort::living, "lake|river|pond|cold|cool"},
    {"Crane", Sort::living, "lake|swamp|river|cool|warm"},
    {"Ibis", Sort::living, "lake|swamp|river|warm|hot"},
    {"Egret", Sort::living, "lake|swamp|river|pond|warm|hot"},
    {"Loon", Sort::living, "lake|bay|cold|cool"},
    {"Teal", Sort::living, "lake|pond|river|swamp|cool|warm"},
    {"Plover", Sort::living, "bay|plain|swamp|strait|cold|cool|warm"},
    {"Curlew", Sort::living, "bay|swamp|plain|tundra|cold|cool"},
    {"Pelican", Sort::living, "bay|lake|islet|gulf|warm|hot"},
    {"Whale", Sort::living, "sea|ocean|bay|gulf|strait|cold|cool|warm"},
    {"Dolphin", Sort::living, "sea|bay|gulf|strait|warm|hot"},
    {"Seal", Sort::living, "bay|island|islet|strait|sea|cold|cool"},
    {"Walrus", Sort::living, "bay|island|islet|sea|strait|cold"},
    {"Narwhal", Sort::living, "sea|bay|gulf|ocean|cold"},
    {"Gull", Sort::living, "bay|island|islet|strait|sea|cold|cool|warm"},
    {"Albatross", Sort::living, "ocean|sea|island|islet|cold|cool"},
    {"Petrel", Sort::living, "ocean|sea|island|islet|strait|cold|cool"},
    {"Gannet", Sort::living, "sea|bay|island|islet|strait|cold|cool"},
    {"Tern", Sort::living, "islet|bay|island|strait|sea|cold|cool|warm|hot"},
    {"Turtle", Sort::living, "bay|island|gulf|islet|sea|hot"},
    {"Manta", Sort::living, "sea|gulf|bay|strait|ocean|hot"},
    {"Frigate", Sort::living, "sea|ocean|island|islet|hot"},
    {"Crab", Sort::living, "bay|island|islet|strait|cool|warm|hot"},
    {"Heath", Sort::thing, "hills|plain|highlands|cool"},
    {"Eagle", Sort::living, "range|highlands|hills|lone peak|arch|cold|cool|warm"},
    {"Raven", Sort::living, "range|hills|forest|lone peak|boulder|monument|cold|cool"},
    {"Falcon", Sort::living, "range|hills|lone peak|highlands|arch|cool|warm"},
    {"Hawk", Sort::living, "hills|plain|highlands|lone peak|cool|warm"},
    {"Kite", Sort::living, "hills|savanna|plain|hillock|warm|hot"},
    {"Vulture", Sort::living, "range|desert|lone peak|highlands|savanna|arch|hot"},
    {"Condor", Sort::living, "range|highlands|lone peak|cool|warm"},
    {"Ram", Sort::living, "range|hills|highlands|cool|warm"},
    {"Ibex", Sort::living, "range|highlands|lone peak|cold|cool"},
    {"Chamois", Sort::living, "range|highlands|lone peak|cold|cool"},
    {"Marmot", Sort::living, "highlands|hills|range|boulder|cold|cool"},
    {"Wolf", Sort::living, "forest|range|tundra|hills|plain|cold|cool"},
    {"Bear", Sort::living, "forest|range|lake|tundra|hills|cold|cool"},
    {"Fox", Sort::living, "forest|plain|river|hills|hillock|cold|cool|warm"},
    {"Hare", Sort::living, "plain|hills|tundra|hillock|boulder|cold|cool"},
    {"Elk", Sort::living, "forest|river|lake|swamp|cold|cool"},
    {"Stag", Sort::living, "forest|hills|highlands|river|cool"},
    {"Deer", Sort::living, "forest|river|plain|cool|warm"},
    {"Boar", Sort::living, "forest|hills|swamp|cool|warm"},
    {"Lynx", Sort::living, "forest|hills|range|cold|cool"},
    {"Marten", Sort::living, "forest|river|hills|cold|cool"},
    {"Badger", Sort::living, "hillock|forest|hills|cool"},
    {"Hedgehog", Sort::living, "hillock|plain|hills|cool"},
    {"Owl", Sort::living, "forest|cave mouth|hills|big tree|cold|cool|warm"},
    {"Bat", Sort::living, "cave mouth|fissure|cool|warm|hot"},
    {"Magpie", Sort::living, "forest|plain|big tree|cool|warm"},
    {"Jay", Sort::living, "forest|hills|big tree|cool|warm"},
    {"Thrush", Sort::living, "forest|hills|big tree|cool"},
    {"Lark", Sort::living, "plain|hills|hillock|cool|warm"},
    {"Quail", Sort::living, "plain|hills|savanna|warm"},
    {"Horse", Sort::living, "plain|hills|river|cool|warm"},
    {"Bison", Sort::living, "plain|river|savanna|cool"},
    {"Antelope", Sort::living, "savanna|plain|warm|hot"},
    {"Gazelle", Sort::living, "savanna|plain|desert|hot"},
    {"Lion", Sort::living, "savanna|hills|desert|hot"},
    {"Leopard", Sort::living, "jungle|savanna|hills|forest|hot"},
    {"Hyena", Sort::living, "savanna|desert|hills|hot"},
    {"Elephant", Sort::living, "savanna|river|jungle|lake|hot"},
    {"Rhino", Sort::living, "savanna|plain|river|hot"},
    {"Hippo", Sort::living, "river|lake|swamp|pond|hot"},
    {"Crocodile", Sort::living, "river|lake|swamp|strait|hot"},
    {"Ostrich", Sort::living, "savanna|desert|plain|hot"},
    {"Zebra", Sort::living, "savanna|plain|hot"},
    {"Giraffe", Sort::living, "savanna|big tree|hot"},
    {"Flamingo", Sort::living, "lake|swamp|bay|pond|hot"},
    {"Parrot", Sort::living, "jungle|river|forest|island|hot"},
    {"Toucan", Sort::living, "jungle|forest|river|big tree|hot"},
    {"Macaw", Sort::living, "jungle|river|forest|big tree|hot"},
    {"Jaguar", Sort::living, "jungle|forest|river|hot"},
    {"Tiger", Sort::living, "jungle|forest|hills|swamp|hot"},
    {"Monkey", Sort::living, "jungle|forest|hills|big tree|hot"},
    {"Python", Sort::living, "jungle|swamp|river|forest|hot"},
    {"Iguana", Sort::living, "island|islet|jungle|boulder|hot"},
    {"Mantis", Sort::living, "jungle|savanna|forest|hot"},
    {"Cobra", Sort::living, "jungle|savanna|desert|boulder|hot"},
    {"Scorpion", Sort::living, "desert|boulder|fissure|arch|hot"},
    {"Lizard", Sort::living, "desert|boulder|arch|hills|hot"},
    {"Jackal", Sort::living, "desert|savanna|hills|hot"},
    {"Camel", Sort::living, "desert|oasis|hot"},
    {"Sandgrouse", Sort::living, "desert|oasis|hot"},
    {"Viper", Sort::living, "desert|hills|boulder|fissure|warm|hot"},
    {"Tortoise", Sort::living, "island|desert|savanna|boulder|warm|hot"},
    {"Locust", Sort::living, "desert|plain|savanna|hot"},
    {"Caribou", Sort::living, "tundra|river|lake|forest|cold"},
    {"Reindeer", Sort::living, "tundra|lake|river|hills|cold"},
    {"Muskox", Sort::living, "tundra|highlands|hills|cold"},
    {"Lemming", Sort::living, "tundra|hills|hillock|cold"},
    {"Ptarmigan", Sort::living, "tundra|highlands|hills|cold"},
    {"Ermine", Sort::living, "tundra|ice|forest|cold"},
    {"Goose", Sort::living, "tundra|lake|bay|pond|cold|cool"},
    {"Frog", Sort::living, "swamp|pond|cool|warm|hot"},
    {"Toad", Sort::living, "swamp|pond|boulder|cool|warm"},
    {"Newt", Sort::living, "pond|spring|swamp|cool"},
    {"Duck", Sort::living, "pond|lake|river|cold|cool|warm"},
    {"Dragonfly", Sort::living, "pond|swamp|river|spring|cool|warm|hot"},
    {"Firefly", Sort::living, "swamp|forest|jungle|pond|warm|hot"},
    {"Leech", Sort::living, "swamp|pond|jungle|hot"},
    {"Willow", Sort::plant, "river|pond|big tree|spring|cool|warm"},
    {"Oak", Sort::plant, "forest|river|hills|big tree|cool|warm"},
    {"Birch", Sort::plant, "forest|river|lake|big tree|cold|cool"},
    {"Spruce", Sort::plant, "forest|lake|hills|range|highlands|cold|cool"},
    {"Larch", Sort::plant, "forest|tundra|hills|highlands|cold"},
    {"Pine", Sort::plant, "forest|river|island|highlands|big tree|cold|cool"},
    {"Cedar", Sort::plant, "forest|river|hills|range|warm"},
    {"Maple", Sort::plant, "forest|river|hills|big tree|cool"},
    {"Alder", Sort::plant, "forest|river|swamp|pond|cool"},
    {"Aspen", Sort::plant, "forest|lake|river|cold|cool"},
    {"Rowan", Sort::plant, "forest|hills|hillock|big tree|highlands|cold|cool"},
    {"Linden", Sort::plant, "forest|big tree|hills|cool"},
    {"Hazel", Sort::plant, "forest|river|hills|spring|cool"},
    {"Holly", Sort::plant, "forest|hills|island|cool"},
    {"Yew", Sort::plant, "forest|hillock|big tree|monument|cool"},
    {"Fern", Sort::plant, "jungle|forest|spring|fissure|cool|warm|hot|wet"},
    {"Moss", Sort::plant, "forest|swamp|spring|boulder|cold|cool"},
    {"Lichen", Sort::plant, "tundra|boulder|arch|monument|highlands|cold"},
    {"Heather", Sort::plant, "hills|highlands|island|hillock|swamp|cool"},
    {"Thyme", Sort::plant, "hillock|hills|island|warm"},
    {"Juniper", Sort::plant, "hills|highlands|island|lone peak|cold|cool"},
    {"Olive", Sort::plant, "hills|island|forest|big tree|hillock|warm"},
    {"Cypress", Sort::plant, "hills|forest|island|big tree|monument|warm"},
    {"Laurel", Sort::plant, "forest|hills|island|big tree|warm"},
    {"Myrtle", Sort::plant, "hills|island|spring|forest|warm"},
    {"Vine", Sort::plant, "hills|island|river|warm"},
    {"Fig", Sort::plant, "hills|oasis|big tree|spring|warm|hot"},
    {"Almond", Sort::plant, "hills|plain|island|warm"},
    {"Barley", Sort::plant, "plain|hills|cool|warm"},
    {"Clover", Sort::plant, "plain|hills|hillock|cool|warm"},
    {"Poppy", Sort::plant, "plain|hills|hillock|cool|warm"},
    {"Feathergrass", Sort::plant, "plain|hills|cool|warm"},
    {"Acacia", Sort::plant, "savanna|river|hills|big tree|hot"},
    {"Baobab", Sort::plant, "savanna|big tree|plain|hot"},
    {"Tamarind", Sort::plant, "savanna|forest|river|big tree|hot"},
    {"Mango", Sort::plant, "river|forest|jungle|big tree|hot"},
    {"Teak", Sort::plant, "forest|jungle|river|hot"},
    {"Ebony", Sort::plant, "jungle|forest|river|hot"},
    {"Bamboo", Sort::plant, "jungle|river|forest|hills|hot|warm"},
    {"Orchid", Sort::plant, "jungle|island|spring|hot"},
    {"Banyan", Sort::plant, "jungle|big tree|island|hot"},
    {"Liana", Sort::plant, "jungle|forest|hot"},
    {"Mahogany", Sort::plant, "jungle|forest|hot"},
    {"Coconut", Sort::plant, "island|islet|bay|hot"},
    {"Mangrove", Sort::plant, "bay|swamp|gulf|island|hot"},
    {"Coral", Sort::thing, "gulf|bay|islet|sea|strait|island|hot"},
    {"Palm", Sort::plant, "oasis|island|bay|river|big tree|hot"},
    {"Date", Sort::plant, "oasis|river|hot"},
    {"Tamarisk", Sort::plant, "desert|oasis|river|warm|hot"},
    {"Sagebrush", Sort::plant, "desert|plain|hills|cool|warm|dry"},
    {"Thorn", Sort::plant, "desert|savanna|hills|boulder|warm|hot"},
    {"Saltbush", Sort::plant, "desert|plain|warm|hot|dry"},
    {"Sedge", Sort::plant, "swamp|tundra|lake|pond|cold|cool"},
    {"Reed", Sort::plant, "lake|river|swamp|pond|cool|warm|hot"},
    {"Lily", Sort::plant, "lake|pond|swamp|cool|warm|hot"},
    {"Lotus", Sort::plant, "lake|pond|swamp|warm|hot"},
    {"Rush", Sort::plant, "swamp|pond|river|cool|warm"},
    {"Cloudberry", Sort::plant, "tundra|swamp|hills|cold"},
    {"Pearl", Sort::thing, "sea|bay|gulf|strait|warm|hot"},
    {"Amber", Sort::thing, "sea|bay|gulf|strait|cool"},
    {"Sapphire", Sort::thing, "sea|ocean|gulf|bay|lake"},
    {"Jade", Sort::thing, "sea|lake|river|hills|gulf|spring"},
    {"Opal", Sort::thing, "lake|sea|bay|desert"},
    {"Topaz", Sort::thing, "sea|desert|range|gulf"},
    {"Mirror", Sort::thing, "lake|pond|sea"},
    {"Crystal", Sort::thing, "lake|spring|cave mouth|ice"},
    {"Mist", Sort::thing, "lake|bay|range|highlands|waterfall|sea|strait|cold|cool"},
    {"Storm", Sort::thing, "sea|ocean|bay|range|strait|lone peak|islet"},
    {"Thunder", Sort::thing, "range|waterfall|lone peak|fissure|highlands"},
    {"Cloud", Sort::thing, "range|highlands|lone peak"},
    {"Star", Sort::thing, "ocean|sea|lake|desert|tundra|ice|range|lone peak|plain|spring|oasis"},
    {"Moon", Sort::thing, "arch|lake|pond|sea|ocean|desert|tundra|bay|highlands|spring"},
    {"Dawn", Sort::thing, "ocean|sea|bay|arch|range|island|plain"},
    {"Dusk", Sort::thing, "ocean|sea|bay|arch|range|island|desert"},
    {"Horizon", Sort::thing, "ocean|sea|plain|savanna"},
    {"Compass", Sort::thing, "ocean|sea|strait|islet"},
    {"Lantern", Sort::thing, "island|bay|strait|islet|cave mouth"},
    {"Anchor", Sort::thing, "bay|island|gulf|strait"},
    {"Harbour", Sort::thing, "island|bay|gulf"},
    {"Sail", Sort::thing, "bay|strait|gulf|sea|islet|arch"},
    {"Oar", Sort::thing, "strait|bay|river|island"},
    {"Net", Sort::thing, "bay|gulf|lake|river"},
    {"Bell", Sort::thing, "waterfall|bay|island|hills|monument|spring"},
    {"Drum", Sort::thing, "waterfall|fissure|hills|savanna|cave mouth"},
    {"Harp", Sort::thing, "waterfall|river|arch|spring"},
    {"Flute", Sort::thing, "river|spring|arch|hills"},
    {"Veil", Sort::thing, "waterfall"},
    {"Ribbon", Sort::thing, "waterfall|river"},
    {"Plume", Sort::thing, "waterfall|volcano"},
    {"Needle", Sort::thing, "lone peak|arch"},
    {"Tooth", Sort::thing, "lone peak|range|islet|boulder"},
    {"Horn", Sort::thing, "lone peak|range|hills"},
    {"Tower", Sort::thing, "lone peak|arch|boulder|islet"},
    {"Spear", Sort::thing, "lone peak|range|plain|monument"},
    {"Shield", Sort::thing, "hills|range|boulder|highlands"},
    {"Crown", Sort::thing, "range|lone peak|island|monument|hillock|highlands"},
    {"Helmet", Sort::thing, "hills|lone peak|hillock|boulder"},
    {"Hammer", Sort::thing, "range|volcano|hills|boulder|fissure"},
    {"Anvil", Sort::thing, "volcano|range|boulder|hills|desert|highlands"},
    {"Forge", Sort::thing, "volcano|fissure|range"},
    {"Ember", Sort::thing, "volcano|desert"},
    {"Cinder", Sort::thing, "volcano|fissure"},
    {"Torch", Sort::thing, "volcano|islet|lone peak"},
    {"Granite", Sort::thing, "range|highlands|boulder|hills|lone peak"},
    {"Slate", Sort::thing, "range|hills|river|fissure"},
    {"Basalt", Sort::thing, "highlands|fissure|arch|island|range"},
    {"Marble", Sort::thing, "range|hills|monument|arch"},
    {"Iron", Sort::thing, "range|hills|fissure"},
    {"Copper", Sort::thing, "range|hills|desert|highlands"},
    {"Tin", Sort::thing, "hills|range"},
    {"Gold", Sort::thing, "hills|river|range"},
    {"Flint", Sort::thing, "hills|plain|boulder|desert"},
    {"Chalk", Sort::thing, "hills|island|strait|arch"},
    {"Sandstone", Sort::thing, "desert|arch|hills|highlands"},
    {"Sand", Sort::thing, "desert|bay|island"},
    {"Dune", Sort::thing, "desert"},
    {"Salt", Sort::thing, "desert"},
    {"Glass", Sort::thing, "desert|bay|lake"},
    {"Mirage", Sort::thing, "desert"},
    {"Caravan", Sort::thing, "oasis|desert"},
    {"Well", Sort::thing, "oasis|desert"},
    {"Tent", Sort::thing, "oasis|desert|plain|tundra"},
    {"Wind", Sort::thing, "plain|tundra|highlands|arch|desert|strait|hills"},
    {"Snow", Sort::thing, "range|highlands|ice|tundra|lone peak|cold"},
    {"Frost", Sort::thing, "ice|tundra|lake|river|range|hills|forest|cold"},
    {"Aurora", Sort::thing, "ice|tundra|lake|sea|cold"},
    {"Winter", Sort::thing, "ice|tundra|sea|bay|river|forest|hills|cold"},
    {"Sledge", Sort::thing, "ice|tundra|bay|cold"},
    {"Monsoon", Sort::thing, "jungle|gulf|hot|wet"},
    {"Rain", Sort::thing, "jungle|forest|highlands|river|lake|wet"},
    {"Meadow", Sort::thing, "plain|river|hillock|cool|warm"},
    {"Pasture", Sort::thing, "plain|hills|highlands|cool|warm"},
    {"Mill", Sort::thing, "river|river fork|confluence|pond|waterfall|cool|warm"},
    {"Ford", Sort::thing, "river|confluence|river fork"},
    {"Bridge", Sort::thing, "river|strait|confluence|arch|river fork"},
    {"Ferry", Sort::thing, "river|strait|lake|confluence"},
    {"Fisher", Sort::living, "confluence|islet|river fork|bay|lake|strait"},
    {"Miller", Sort::living, "river fork|confluence|waterfall"},
    {"Shepherd", Sort::living, "hills|hillock|highlands|spring|boulder|plain"},
    {"Hunter", Sort::living, "forest|hills|tundra|savanna|jungle"},
    {"Hermit", Sort::living, "cave mouth|islet|spring|hillock"},
    {"Pilgrim", Sort::living, "spring|monument|islet|oasis|boulder"},
    {"Wanderer", Sort::living, "boulder|oasis|big tree|desert|plain"},
    {"Watchman", Sort::living, "lone peak|boulder|hillock|islet|monument"},
    {"Giant", Sort::living, "boulder|arch|fissure|monument|range|lone peak|big tree"},
    {"Dragon", Sort::living, "fissure|cave mouth|volcano|range|lone peak"},
    {"King", Sort::living, "monument|hillock|range|big tree"},
    {"Queen", Sort::living, "monument|pond|island|spring"},
    {"Prophet", Sort::living, "monument|spring|boulder|cave mouth"},
    {"Maiden", Sort::living, "spring|waterfall|monument|pond"},
    {"Elder", Sort::living, "big tree|monument|boulder|forest"},
    {"Founder", Sort::living, "monument|hillock"},
    {"Sister", Sort::living, "confluence|river fork|islet|hillock"},
    {"Brother", Sort::living, "confluence|river fork|lone peak|boulder"},
    {"Echo", Sort::thing, "cave mouth|fissure|waterfall|lake"},
    {"Shadow", Sort::thing, "fissure|forest|cave mouth|jungle|swamp"},
    {"Wisp", Sort::thing, "swamp|fissure"},
    {"Bog", Sort::thing, "swamp|cold|cool"},
    {"Berg", Sort::thing, "ice|sea|bay|cold"},
    {"Root", Sort::thing, "big tree|jungle|forest"},
    {"Acorn", Sort::thing, "big tree|forest|hillock|cool"},
};

// By the sort of the word.
constexpr std::string_view said_of[] = {
    "Grey|Black|Golden|Old|Lone|Little|Running|Sleeping|Wild|Silver|Dark|Pale|Crooked|Laughing|Blind|Proud|Silent|Wandering|"
    "Lost|Leaping|Listening|Hungry|Weary|Merry|Lame|Patient",
    "Grey|Black|Golden|Old|Lone|Tall|Crooked|Twisted|Silver|Broken|Bent|Hollow|Leaning|Whispering|Wild|Tangled|Bitter|Sweet|"
    "Trembling|Fallen|Creeping|Weeping",
    "Broken|Golden|Silver|Lost|Hidden|Old|Red|Black|Grey|Fallen|Pale|Bright|Dark|Forgotten|Silent|Far|Singing|Crooked|Lonely|"
    "Shining|Sleeping|Shattered|Empty|Weathered"};

/// Ends of longer words, "Wolfshaw", and what these name.
struct EndLine {
  std::string_view end, fits;
};
constexpr EndLine ends[] = {
    {"beck", "river|waterfall|spring"},
    {"rill", "river|spring"},
    {"mere", "lake|pond|swamp"},
    {"tarn", "lake|pond"},
    {"wick", "bay|gulf|strait|island"},
    {"holm", "island|islet|bay|strait"},
    {"sound", "strait|gulf|bay|sea"},
    {"fell", "range|highlands|hills|lone peak"},
    {"scar", "range|highlands|fissure|lone peak|boulder"},
    {"pike", "range|lone peak|hills"},
    {"shaw", "forest|jungle|big tree"},
    {"holt", "forest|hills|jungle"},
    {"garth", "plain|hills|hillock|savanna|oasis"},
    {"lea", "plain|savanna|hills|tundra"},
    {"wold", "plain|forest|tundra|hills"},
    {"waste", "desert|tundra|ice"},
    {"barrow", "monument|hillock|hills"},
    {"stane", "boulder|monument|arch"},
    {"carr", "swamp"},
    {"hole", "cave mouth|fissure"},
};

struct SoundLine {
  std::string_view name, starts, middles, ends;
};

// No real language: each has the colour of some, so that neighbours on a map can be told apart.
constexpr SoundLine sounds[] = {
    {"northern",
     "Hal|Skar|Thor|Vind|Ulv|Bryn|Eld|Fros|Grim|Hav|Isk|Jarn|Korv|Lund|Mjor|Norr|Orn|Rav|Sol|Stor|Tind|Vest|Aske|Drang",
     "a|e|an|ar|en|er|un|und|or", "heim|vik|nes|dal|mark|gard|holm|stad|fell|berg|vang|fjord|sund|havn|skog|ey"},
    {"southern", "Al|Bel|Cor|Dor|Est|Fal|Gal|Lor|Mar|Mont|Or|Pal|Ros|Sal|Ser|Tor|Val|Ver|Vis|Cal|Am|Pont",
     "a|e|i|o|an|en|ar|er|and|ent|av|ell|est|ol", "ia|ona|ara|ella|ino|ento|osa|ano|era|iva|ante|eto|ido|essa|aro|anza"},
    {"riverine", "Bor|Brod|Dob|Drav|Gor|Kras|Lub|Mir|Mor|Nov|Ost|Pol|Rad|Stan|Svet|Tver|Vel|Vol|Zal|Zor|Bel|Kam",
     "o|a|e|i|in|an|ov|en|av", "grad|nia|nik|gora|vina|vets|ka|mir|lov|nitsa|var|din|rova|zhen|dol"},
    {"islander", "Ka|La|Ma|Na|Pa|Ta|Ha|Wa|Ki|Li|Mi|Ni|Hi|Lo|Mo|No|Ko|Lu|Nu|Ke|Te|Ra|Ao|Au",
     "la|ma|na|ra|ka|wa|li|mi|ri|ki|lo|mo|ro|lu|mu|ru|le|ne|hu|no|ta",
     "kea|loa|nui|rua|tau|moa|hiki|mana|lani|tea|riki|hau|wai|noa|lua|vatu"},
    {"desert", "Az|Bar|Dar|Faz|Hal|Ish|Jal|Kar|Khor|Mah|Nah|Qas|Rah|Sab|Sham|Tar|Zah|Zar|Mir|Sul|Yaz|Had",
     "a|i|u|ar|am|ir|ad|al|ur|ah", "abad|an|ara|dan|een|ira|mand|ran|sar|zad|oun|beyra|shan|kesh|mar|dur"},
    {"woodland", "Aber|Bryn|Caer|Cad|Dun|Elu|Gwen|Glyn|Lan|Llyr|Mor|Nant|Pen|Rhos|Tal|Tre|Ys|Car|Dol|Er|Fen",
     "a|e|i|o|wy|ae|el|or|an|en|ir", "bran|dor|gan|lyn|mar|nog|ros|with|wen|wyn|dale|moor|neth|leth|rick|ven"},
    {"steppe", "Alt|Ark|Bat|Bay|Chag|Dal|Erd|Gan|Khar|Kol|Nar|Ord|Sar|Sel|Tam|Tem|Tol|Ul|Ur|Yar|Zhan|Oyr",
     "a|u|e|o|ai|an|ur|ga|el|un", "gai|kul|mur|nor|rai|tau|tai|bulak|gol|dai|gash|sun|khan|dan|luk|tan"},
    {"lakeland", "Aal|Hei|Ilm|Jok|Kai|Kal|Lem|Mus|Oul|Pel|Rau|Sai|Suo|Tam|Tuo|Vai|Vir|Yl|Kuo|Lau|Nil|Sav",
     "a|o|i|e|u|ma|va|ta|ne|li|ri|nu", "la|nen|mi|ri|nta|ro|sto|va|lla|maa|lahti|saari|vesi|ranta|joki|niemi"},
    {"highland", "Ael|And|Ark|Chal|Del|Eph|Hel|Ker|Kor|Lam|Meth|Myr|Olym|Par|Phil|Sel|Ther|Tyr|Zak|Lyk|Thes|Ior",
     "a|o|i|e|an|on|ar|id|ym|in|al", "os|ia|on|ene|ys|as|essa|ikos|ara|ontes|eia|ida|antha|opolis|yra|emnos"},
    {"eastern", "Jhen|Khuo|Lhai|Mien|Nuo|Sheng|Tuan|Yao|Zhue|Bao|Lien|Fei|Heng|Kuei|Lue|Mao|Qiao|Sui|Wei|Yue|Xiu|Ruo",
     "li|shu|wen|ko|mei|to|shan|ru|pei|lo", "shao|lien|peng|zhen|nuo|leng|jiao|dhao|xiu|hue|quan|fei|yun|tsung|kou|mao"},
};

struct PatternLine {
  std::string_view kind, texts;
};

constexpr PatternLine patterns[] = {
    {"continent", "{name}"},
    {"island", "{name}|{name} Island|Isle of {name}|{word} Island|{word} Isle"},
    {"ocean", "{name} Ocean|{name} Ocean|{word} Ocean"},
    {"sea", "{name} Sea|{name} Sea|Sea of {name}|{word} Sea"},
    {"gulf", "Gulf of {name}|{name} Gulf|{word} Gulf"},
    {"bay", "{name} Bay|Bay of {name}|{word} Bay|{word} Cove"},
    {"strait", "{name} Strait|Strait of {name}|{name} Channel|{word} Strait|{word} Narrows|{word} Channel"},
    {"river", "{name}|{name} River|{name} River|{word} River|{word} River|{word} Water|{word} Run|{word}water|{word}burn"},
    {"lake", "Lake {name}|Lake {name}|{name} Lake|{word} Lake|{word} Lake|{word}mere"},
    {"range", "{name} Mountains|{name} Range|{name} Mountains|{word} Mountains|{word} Range|{word} Peaks"},
    {"highlands", "{name} Highlands|{name} Massif|{name} Plateau|{word} Highlands|{word} Heights"},
    {"hills", "{name} Hills|{name} Downs|{word} Hills|{word} Downs"},
    {"forest", "{name} Forest|{name} Forest|{name} Woods|Forest of {name}|{word} Forest|{word} Woods|{word}wood"},
    {"jungle", "{name} Jungle|{name} Forest|{word} Jungle|{word} Jungle"},
    {"savanna", "{name} Savanna|{name} Grasslands|{word} Savanna|{word} Grasslands"},
    {"plain", "{name} Plain|{name} Steppe|Plains of {name}|{word} Plain|{word} Plains|{word} Steppe"},
    {"desert", "{name} Desert|{name} Desert|{name} Sands|{word} Desert|{word} Sands"},
    {"tundra", "{name} Tundra|{name} Barrens|{word} Tundra|{word} Barrens"},
    {"ice", "{name} Ice|{name} Ice Sheet|{word} Ice|{word} Glacier"},
    {"swamp", "{name} Marshes|{name} Fen|{word} Marsh|{word} Swamp|{word} Fen"},
    {"volcano", "Mount {name}|Mount {name}|{word} Mountain"},
    {"lone peak", "Mount {name}|{name} Peak|{word} Peak|{word} Horn"},
    {"waterfall", "{name} Falls|{word} Falls|{word} Falls"},
    {"islet", "{name} Rock|{word} Rock|{word} Islet"},
    {"oasis", "{name} Oasis|Wells of {name}|{word} Oasis"},
    {"confluence", "{name} Waters|{name} Meeting|{word} Waters|{word} Meeting|{word} Confluence|{word} Joining|{word} Junction"},
    {"river fork", "{name} Fork|{word} Fork|{word} Forks"},
    {"cave mouth", "{name} Cave|Caves of {name}|{word} Cave|{word} Cavern"},
    {"arch", "{name} Arch|{word} Arch|{word} Arch"},
    {"fissure", "{name} Rift|{name} Chasm|{word} Rift|{word} Chasm"},
    {"big tree", "Tree of {name}|{word} Tree"},
    {"boulder", "{name} Stone|{word} Stone|{word} Boulder|{word} Rock"},
    {"monument", "{name} Stones|Pillar of {name}|{word} Stones|{word} Obelisk|{word} Cairn"},
    {"spring", "{name} Spring|{word} Springs|{word} Spring"},
    {"pond", "{name} Pond|{word} Pond|{word} Pool"},
    {"hillock", "{name} Hill|{word} Hill|{word} Knoll"},
};

constexpr std::string_view blocked =
    "shit|fuck|cunt|nig|dick|cock|piss|puke|puta|kaka|caca|titi|tits|anus|rape|nazi|hitler|slut|whore|porn|penis|vagin|fag|kike|"
    "coon|spic|turd|poop|fart|dyke|pedo|sex|semen|negr|bitch|kkk|gay|wank|twat|arse|slav|allah|jesus|satan|asshol|homo|suka|blya|"
    "merd|fotze|nutte|kurwa|huren|dumm|idiot|moron|moaner|lolita|anal";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = text.find('|');
    parts.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
}

bool holds(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// What a longer word fits: the kinds that its end names, of those that its beginning fits, in that one's climates.
std::vector<std::string> fits_of_both(const std::vector<std::string>& word, const std::vector<std::string>& end) {
  std::vector<std::string> both;
  bool any_kind = false;
  for (const std::string& tag : word) {
    const bool kind = is_place_kind(tag);
    if (kind && !holds(end, tag)) continue;
    any_kind |= kind;
    both.push_back(tag);
  }
  return any_kind ? both : std::vector<std::string>();
}

void add_words(NameTable& table) {
  for (const WordLine& line : words) {
    const std::vector<std::string> fits = split(line.fits);
    for (const std::string& said : split(said_of[static_cast<std::size_t>(line.sort)]))
      table.words.push_back({concat({said, " ", line.word}), fits});
    for (const EndLine& end : ends) {
      std::vector<std::string> both = fits_of_both(fits, split(end.fits));
      if (both.empty() || line.word.size() > 7 || line.word.back() == end.end.front()) continue;
      table.words.push_back({concat({line.word, end.end}), std::move(both)});
    }
  }
}

}  // namespace

const NameTable& usual_names() {
  static const NameTable table = [] {
    NameTable made{.name = "usual"};
    add_words(made);
    for (const SoundLine& line : sounds)
      made.cultures.push_back({std::string(line.name), split(line.starts), split(line.middles), split(line.ends)});
    for (const PatternLine& line : patterns) made.patterns.push_back({std::string(line.kind), split(line.texts)});
    made.blocked = split(blocked);
    return made;
  }();
  return table;
}

}  // namespace craton
