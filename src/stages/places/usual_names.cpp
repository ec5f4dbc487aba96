// The words, sounds and patterns that come with Craton.
#include <string>

#include "stages/places/name_parts.h"

namespace craton {
namespace {

struct WordLine {
  std::string_view word, fits;  // separated by |
};

constexpr WordLine words[] = {
    // Waters.
    {"Clear", "river|lake|spring|pond"},
    {"Swift", "river"},
    {"Winding", "river"},
    {"Broad", "river|bay|strait"},
    {"Singing", "river|waterfall|spring"},
    {"Laughing", "river|waterfall"},
    {"Silver", "river|lake|waterfall|spring"},
    {"Still", "lake|bay|pond"},
    {"Mirror", "lake|pond"},
    {"Crystal", "lake|spring"},
    {"Deep", "lake|gulf"},
    {"Salmon", "river|bay|waterfall"},
    {"Trout", "river|lake|pond"},
    {"Otter", "river|lake|bay"},
    {"Beaver", "river|lake|pond"},
    {"Heron", "lake|river|swamp|pond"},
    {"Swan", "lake|river|pond"},
    {"Crane", "lake|swamp|river"},
    {"Pelican", "bay|lake|islet"},
    {"Reed", "lake|river|swamp|pond"},
    {"Willow", "river|pond|big tree"},
    {"Lily", "lake|pond|swamp"},
    {"Pearl", "sea|bay|lake|gulf"},
    {"Coral", "gulf|bay|islet"},
    {"Amber", "sea|bay|river"},
    {"Sapphire", "sea|ocean|gulf"},
    {"Emerald", "sea|lake|jungle|bay"},
    {"Whale", "sea|ocean|bay|gulf"},
    {"Dolphin", "sea|bay|gulf|strait"},
    {"Seal", "bay|island|islet|strait"},
    {"Gull", "bay|island|islet"},
    {"Albatross", "ocean|sea|island"},
    {"Tern", "islet|bay"},
    {"Turtle", "bay|island|gulf"},
    {"Storm", "sea|ocean|bay|range|strait|lone peak"},
    {"Misty", "lake|bay|range|highlands|waterfall|sea"},
    {"Fog", "bay|strait"},
    {"Calm", "ocean|sea|bay"},
    {"Tranquil", "ocean|sea"},
    {"Endless", "ocean"},
    {"Sunrise", "ocean|sea|bay|arch"},
    {"Sunset", "ocean|sea|bay|arch"},
    {"Evening", "sea|ocean|bay"},
    {"Morning", "sea|ocean|bay"},
    {"Restless", "ocean|sea|strait"},
    {"Wandering", "river|ocean"},
    {"Hidden", "lake|bay|spring|cave mouth|oasis|pond"},
    {"Wine-Dark", "sea"},
    {"Lantern", "island|bay|strait"},
    {"Anchor", "bay|island"},
    {"Harbour", "island|bay"},
    // Heights.
    {"Eagle", "range|highlands|hills|lone peak"},
    {"Raven", "range|hills|forest|lone peak|boulder"},
    {"Falcon", "range|hills|lone peak"},
    {"Hawk", "hills|plain|highlands|lone peak"},
    {"Thunder", "range|waterfall|lone peak|fissure"},
    {"Cloud", "range|highlands|lone peak"},
    {"Granite", "range|highlands|boulder"},
    {"Slate", "range|hills|river"},
    {"Iron", "range|hills"},
    {"Copper", "range|hills|desert"},
    {"Marble", "range|hills"},
    {"Broken", "range|hills|arch"},
    {"Sleeping", "range|hills|volcano|highlands"},
    {"Shepherd's", "hills|hillock|highlands|spring"},
    {"Snowy", "range|highlands"},
    {"Ram", "range|hills|highlands"},
    {"Ibex", "range|highlands"},
    {"Wolf", "forest|range|tundra|hills"},
    {"Bear", "forest|range|lake|tundra"},
    {"Grey", "range|hills|river|boulder|sea"},
    {"White", "range|river|ice|waterfall|lone peak"},
    {"Black", "range|river|swamp|lone peak"},
    {"Red", "desert|range|hills|river|arch"},
    {"Blue", "range|lake|river|ice|spring"},
    {"Green", "hills|forest|river|island"},
    {"Golden", "plain|savanna|desert|hills"},
    // Covers.
    {"Fox", "forest|plain|river|hills|hillock"},
    {"Hare", "plain|hills|tundra|hillock"},
    {"Elk", "forest|river|lake"},
    {"Stag", "forest|hills"},
    {"Deer", "forest|river"},
    {"Boar", "forest"},
    {"Lynx", "forest|hills"},
    {"Owl", "forest|cave mouth"},
    {"Oak", "forest|river|hills"},
    {"Birch", "forest|river|lake"},
    {"Pine", "forest|river|island|highlands"},
    {"Cedar", "forest|river|hills"},
    {"Maple", "forest|river"},
    {"Alder", "forest|river"},
    {"Elder", "forest|big tree"},
    {"Old", "forest|big tree"},
    {"Dark", "forest|cave mouth"},
    {"Whispering", "forest|plain|cave mouth"},
    {"Deepshade", "forest|jungle"},
    {"Silent", "forest|desert|tundra|ice"},
    {"Fern", "jungle|forest"},
    {"Orchid", "jungle"},
    {"Parrot", "jungle|river"},
    {"Jaguar", "jungle"},
    {"Tiger", "jungle"},
    {"Monsoon", "jungle"},
    {"Vine", "jungle"},
    {"Lion", "savanna|hills"},
    {"Gazelle", "savanna|plain"},
    {"Acacia", "savanna|river"},
    {"Elephant", "savanna|river"},
    {"Ostrich", "savanna"},
    {"Wide", "plain|savanna|tundra"},
    {"Wind", "plain|tundra|highlands|arch"},
    {"Horse", "plain"},
    {"Lark", "plain|hills|hillock"},
    {"Barley", "plain|hills"},
    {"Clover", "plain|hills"},
    {"Poppy", "plain|hills"},
    {"Bison", "plain|river"},
    {"Sun", "desert|plain|savanna"},
    {"Burning", "desert|volcano"},
    {"Shifting", "desert"},
    {"Glass", "desert"},
    {"Salt", "desert|lake|river"},
    {"Scorpion", "desert"},
    {"Camel", "desert|oasis"},
    {"Thirsty", "desert"},
    {"Date Palm", "oasis"},
    {"Traveller's", "oasis|spring|boulder|big tree"},
    {"Caravan", "oasis|desert"},
    {"Caribou", "tundra|river"},
    {"Reindeer", "tundra|lake"},
    {"Lichen", "tundra|boulder"},
    {"Ptarmigan", "tundra"},
    {"Aurora", "ice|tundra"},
    {"Pale", "ice|tundra"},
    {"Everwinter", "ice|tundra"},
    {"Frog", "swamp|pond"},
    {"Cypress", "swamp|river"},
    {"Firefly", "swamp|forest"},
    {"Sunken", "swamp"},
    {"Moss", "forest|swamp|spring|boulder"},
    // Climates.
    {"Warm", "hot"},
    {"Dry", "dry"},
    {"Dusty", "dry"},
    {"Cold", "cold"},
    {"Frost", "cold"},
    {"Winter", "cold"},
    {"Icy", "cold"},
    {"Rain", "wet"},
    // Landmarks.
    {"Smoking", "volcano"},
    {"Ember", "volcano"},
    {"Ash", "volcano"},
    {"Forge", "volcano|fissure"},
    {"Lone", "lone peak|big tree|boulder|hillock|islet"},
    {"Watchman's", "lone peak|boulder|hillock"},
    {"Needle", "lone peak|arch"},
    {"Veil", "waterfall"},
    {"Bridal", "waterfall"},
    {"Roaring", "waterfall"},
    {"Rainbow", "waterfall|arch"},
    {"Hermit's", "cave mouth|islet|spring"},
    {"Echo", "cave mouth|fissure"},
    {"Bat", "cave mouth"},
    {"Wayfarer's", "big tree|boulder|spring"},
    {"Grandfather", "big tree|boulder"},
    {"Great", "big tree"},
    {"Giant's", "boulder|arch|fissure|monument"},
    {"Rocking", "boulder"},
    {"Wandering", "boulder"},
    {"Pilgrim's", "spring|monument"},
    {"Healing", "spring"},
    {"Cold", "spring"},
    {"Hundred", "spring"},
    {"King's", "monument|hillock"},
    {"Queen's", "monument|pond"},
    {"Forgotten", "monument"},
    {"Weathered", "monument|arch"},
    {"Founders'", "monument"},
    {"Moon", "arch|lake|pond"},
    {"Dragon's", "fissure|cave mouth"},
    {"Shadow", "fissure"},
    {"Duck", "pond"},
    {"Dragonfly", "pond"},
    {"Badger", "hillock"},
    {"Thyme", "hillock"},
    {"Sisters'", "confluence|river fork"},
    {"Twin", "confluence|river fork"},
    {"Fisher's", "confluence|islet|river fork"},
    {"Miller's", "river fork|confluence"},
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
    {"eastern", "Han|Jin|Lao|Mei|Nan|Shi|Tai|Yun|Zhen|Bao|Lin|Feng|Hai|Kun|Ling|Min|Qing|Song|Wen|Yan|Xiang|Ruo", "",
     "hai|shan|lin|ping|yang|zhou|nan|men|ling|jiang|dao|xia|he|guan|feng|yuan"},
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
    {"river", "{name}|{name} River|{name} River|{word} River|{word} River|{word}water|{word}brook|{word}burn"},
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
    {"oasis", "{name} Oasis|Wells of {name}|{word} Oasis|{word} Wells"},
    {"confluence", "{name} Waters|{word} Waters|{word} Meeting"},
    {"river fork", "{name} Fork|{word} Fork|{word} Forks"},
    {"cave mouth", "{name} Cave|Caves of {name}|{word} Cave|{word} Cavern"},
    {"arch", "{name} Arch|{word} Arch|{word} Arch"},
    {"fissure", "{name} Rift|{name} Chasm|{word} Rift|{word} Chasm"},
    {"big tree", "Tree of {name}|{word} Oak|{word} Tree|{word} Tree"},
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

}  // namespace

const NameTable& usual_names() {
  static const NameTable table = [] {
    NameTable made{.name = "usual"};
    for (const WordLine& line : words) made.words.push_back({std::string(line.word), split(line.fits)});
    for (const SoundLine& line : sounds)
      made.cultures.push_back({std::string(line.name), split(line.starts), split(line.middles), split(line.ends)});
    for (const PatternLine& line : patterns) made.patterns.push_back({std::string(line.kind), split(line.texts)});
    made.blocked = split(blocked);
    return made;
  }();
  return table;
}

}  // namespace craton
