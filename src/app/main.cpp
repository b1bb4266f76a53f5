// Placeholder: an empty page. The app's own loop takes its place.
int main() { return 0; }
